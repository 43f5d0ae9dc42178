import type { SalesFacts } from '../facts/observations.ts';
import { dayMs } from '../../base/time.ts';

/**
 * A complete day on which the product could be bought all day, so that its sales can be compared with those of other
 * days.
 */
export interface ComparableDay {
  /** The day as `YYYY-MM-DD` in the marketplace's calendar. */
  readonly day: string;
  /** 0 is Sunday. */
  readonly weekday: number;
  readonly units: number;
}

/**
 * A stock-out of at least this many days also costs search rank, so the sales before it do not predict the sales after
 * it.
 */
const LONG_STOCK_OUT_DAYS = 7;

/** 1 January 1970 was a Thursday. */
const FIRST_WEEKDAY = 4;

/**
 * Holidays (MM-DD) with unusual sales. They are left out, because the facts cover only four months and so never last
 * year's holiday.
 */
const quietHolidays = ['12-24', '12-25', '12-26', '12-31', '01-01'];
/** Marketplaces in which these holidays are working days. */
const marketplacesWithoutThem: ReadonlySet<string> = new Set(['IN', 'CN', 'JP']);

/** Converts a day (`YYYY-MM-DD`) to the number of days since 1970. */
const numberOf = (day: string): number => Math.round(Date.parse(day) / dayMs);

/**
 * A cache of formatted days by their number: every product needs the same few hundred days, and formatting them would
 * take longer than the rest of the judgement.
 */
const written = new Map<number, string>();

function dayText(number: number): string {
  const known = written.get(number);
  if (known !== undefined) return known;
  const text = new Date(number * dayMs).toISOString().slice(0, 10);
  written.set(number, text);
  return text;
}

/**
 * Returns the days whose sales can be compared, oldest first. Days out of stock, holidays and all days before a long
 * stock-out are left out.
 */
export function comparableDays({ through, units, outOfStock }: SalesFacts, marketplace: string): ComparableDay[] {
  const last = numberOf(through);
  const holidays = marketplacesWithoutThem.has(marketplace) ? new Set<number>() : holidaysUntil(last);
  const days: ComparableDay[] = [];
  for (let index = startOf(outOfStock); index < units.length; index += 1) {
    const number = last - (units.length - 1 - index);
    if (outOfStock[index] === true || holidays.has(number)) continue;
    days.push({ day: dayText(number), weekday: (number + FIRST_WEEKDAY) % 7, units: units[index] ?? 0 });
  }
  return days;
}

/** Returns the holidays of this day's year and of the year before, as numbers of days. */
function holidaysUntil(last: number): ReadonlySet<number> {
  const year = Number(dayText(last).slice(0, 4));
  return new Set(
    quietHolidays.flatMap((holiday) => [numberOf(`${year - 1}-${holiday}`), numberOf(`${year}-${holiday}`)]),
  );
}

/** The index of the first day after the last long stock-out. */
function startOf(outOfStock: readonly boolean[]): number {
  let start = 0;
  let empty = 0;
  for (const [index, isOut] of outOfStock.entries()) {
    empty = isOut ? empty + 1 : 0;
    if (empty >= LONG_STOCK_OUT_DAYS) start = index + 1;
  }
  return start;
}
