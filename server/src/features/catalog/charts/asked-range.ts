import { AppError } from '@app/shared/base/errors.ts';
import { dayAt } from '@app/shared/base/marketplace-day.ts';
import { chartRange, type AskedRange, type ChartRange } from '@app/shared/domain/chart-range.ts';

interface Asked {
  readonly range: AskedRange;
  readonly marketplaces: readonly string[];
  readonly now: Date;
}

/** The range in days of the marketplaces; of several the last one whose day has begun tells which day is today. */
export function askedRange({ range, marketplaces, now }: Asked): ChartRange {
  const checked = chartRange(range, todayAt(marketplaces, now));
  if (!checked.ok) throw new AppError('badRequest', { text: checked.error });
  return checked.range;
}

export const todayAt = (marketplaces: readonly string[], now: Date): string =>
  marketplaces
    .map((code) => dayAt(code, now))
    .toSorted()
    .at(-1) ?? '';
