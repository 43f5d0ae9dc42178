import { countIn } from '@app/shared/base/money.ts';
import { addDays } from '@app/shared/base/calendar-day.ts';
import { shortDay } from '@app/shared/base/marketplace-day.ts';
import type { SalesDay } from '@app/shared/contract/catalog.ts';

interface OrganicSales {
  readonly sales: readonly SalesDay[];
  readonly isAdvertisingConnected: boolean;
  readonly marketplace: string;
  /** The current day at the marketplace, which no report covers yet. */
  readonly today: string;
}

/** The sales without advertising in one sentence, with their source, window, age and gaps. */
export function organicNote({ sales, isAdvertisingConnected, marketplace, today }: OrganicSales): string {
  const known = sales.filter((day) => day.organicUnitsThisVariation !== null);
  const last = known.at(-1);
  if (!last) {
    return isAdvertisingConnected
      ? 'Organic units and orders are not known yet: no report of advertising covers these days.'
      : 'Organic units and orders are not known: no advertising account is connected.';
  }
  const sum = (word: string, countOf: (day: SalesDay) => number | null): string => {
    const total = known.reduce((before, day) => before + (countOf(day) ?? 0), 0);
    return `${countIn(marketplace, total)} ${total === 1 ? word : `${word}s`}`;
  };
  const units = sum('unit', (day) => day.organicUnitsThisVariation);
  const orders = sum('order', (day) => day.organicOrdersThisVariation);
  const until = last.date === addDays(today, -1) ? 'yesterday' : shortDay(last.date);
  const missing = sales.filter((day) => day.date < last.date && day.organicUnitsThisVariation === null).length;
  const gaps = missing === 0 ? '' : `, not known on ${missing === 1 ? '1 day' : `${missing} days`}`;
  const ended = isAdvertisingConnected ? '' : ' The advertising account is no longer connected.';
  return `Organic: ${units} in ${orders} (without Sponsored Products, 7-day window, until ${until}${gaps}).${ended}`;
}
