import type { Product } from '@app/shared/contract/world.ts';

/** The number of days whose sales a card shows (looks, section 9). */
const days = 14;
export const barsWidth = 196;
export const barsHeight = 28;
const step = barsWidth / days;

export interface Bars {
  /** The days that are over, as one path of vertical strokes. */
  readonly past: string;
  /** Days that may still change, which look different: today, or the last day that was read and those after it. */
  readonly open: string;
  /** Hatching over the whole height of the days of which nothing is known. */
  readonly unknown: string;
  readonly yesterday: number;
  /** Units that no advertisement brought; `null` if that is not known. */
  readonly organicYesterday: number | null;
}

/**
 * The sales of two weeks as bars, oldest first; `null` while they are unknown.
 *
 * @param unread the number of days up to today that have not been read
 */
export function barsOf({ sales, ageHours }: Pick<Product, 'sales' | 'ageHours'>, unread: number): Bars | null {
  if (ageHours < 0) return null;
  const units = Array.from({ length: days }, (_, back) => sales[back]?.unitsSold ?? 0);
  const most = Math.max(1, ...units);
  const bar = (back: number): string => {
    const height = rounded(((units[back] ?? 0) / most) * barsHeight);
    return height === 0 ? '' : `M${rounded(barsWidth - (back + 0.5) * step)} ${barsHeight}v-${height}`;
  };
  const oldestFirst = Array.from({ length: days }, (_, index) => days - 1 - index);
  const join = (drawn: (back: number) => string, isIn: (back: number) => boolean) =>
    oldestFirst.filter(isIn).map(drawn).join('');
  return {
    past: join(bar, (back) => back > unread),
    open: join(bar, (back) => back <= unread),
    unknown: join(hatchOf, (back) => back < unread && units[back] === 0),
    yesterday: units[1] ?? 0,
    organicYesterday: sales[1]?.organicUnits ?? null,
  };
}

const hatchStep = step / 2;

/** The rising diagonals within the column of a day; they continue in the next column. */
function hatchOf(back: number): string {
  const [left, right] = [barsWidth - (back + 1) * step, barsWidth - back * step];
  const lines = (barsHeight + step) / hatchStep - 1;
  return Array.from({ length: lines }, (_, index) => left - barsHeight + (index + 1) * hatchStep)
    .map((foot) => {
      const [from, to] = [Math.max(foot, left), Math.min(foot + barsHeight, right)];
      return `M${rounded(from)} ${rounded(barsHeight - (from - foot))}L${rounded(to)} ${rounded(barsHeight - (to - foot))}`;
    })
    .join('');
}

const rounded = (number: number): number => Math.round(number * 10) / 10;
