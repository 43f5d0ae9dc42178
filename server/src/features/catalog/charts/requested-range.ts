import { AppError } from '@app/shared/base/errors.ts';
import { dayAt } from '@app/shared/base/marketplace-day.ts';
import { chartRange, type RequestedRange, type ChartRange } from '@app/shared/domain/chart-range.ts';

interface RangeQuery {
  readonly range: RequestedRange;
  readonly marketplaces: readonly string[];
  readonly now: Date;
}

/** Returns the range in days of the marketplaces. If their dates differ, the latest date counts as today. */
export function askedRange({ range, marketplaces, now }: RangeQuery): ChartRange {
  const checked = chartRange(range, todayAt(marketplaces, now));
  if (!checked.ok) throw new AppError('badRequest', { text: checked.error });
  return checked.range;
}

export const todayAt = (marketplaces: readonly string[], now: Date): string =>
  marketplaces
    .map((code) => dayAt(code, now))
    .toSorted()
    .at(-1) ?? '';
