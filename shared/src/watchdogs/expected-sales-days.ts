import type { SalesFacts } from './observations.ts';

/** One complete day on which the product could be bought all day, so that its sales can be compared with others. */
export interface ComparableDay {
  /** `YYYY-MM-DD` of the marketplace's time zone. */
  readonly day: string;
  /** 0 is Sunday. */
  readonly weekday: number;
  readonly units: number;
}

/** A shelf that stood empty for so long has cost search rank as well: what sold before says little of what sells after. */
const LONG_STOCK_OUT_DAYS = 7;

const DAY_MS = 86_400_000;

/** Nobody shops as usual on these, and the facts reach back four months only: last year's cannot be looked up. */
const quietHolidays: ReadonlySet<string> = new Set(['12-24', '12-25', '12-26', '12-31', '01-01']);
/** Where those are working days. */
const marketplacesWithoutThem: ReadonlySet<string> = new Set(['IN', 'CN', 'JP']);

/** The days that tell what a product sells, oldest first: without stock-outs, holidays and what was before a long stock-out. */
export function comparableDays({ through, units, outOfStock }: SalesFacts, marketplace: string): ComparableDay[] {
  const lastMs = Date.parse(through);
  const hasHolidays = !marketplacesWithoutThem.has(marketplace);
  return units.flatMap((sold, index) => {
    const at = new Date(lastMs - (units.length - 1 - index) * DAY_MS);
    const day = at.toISOString().slice(0, 10);
    const isLeftOut =
      index < startOf(outOfStock) || outOfStock[index] === true || (hasHolidays && quietHolidays.has(day.slice(5)));
    return isLeftOut ? [] : [{ day, weekday: at.getUTCDay(), units: sold }];
  });
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

/** Whether `later` is at least so many days after `earlier`. */
export const daysBetween = (earlier: string, later: string): number =>
  Math.round((Date.parse(later) - Date.parse(earlier)) / DAY_MS);
