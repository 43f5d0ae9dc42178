import type { Product } from '@app/shared/contract/world.ts';

/** The number of days whose sales a card shows (looks, section 9). */
const days = 14;
export const barsWidth = 196;
export const barsHeight = 28;
const step = barsWidth / days;

export interface Bars {
  /** The days before today, as one path of vertical strokes. */
  readonly past: string;
  /** Today's bar, which looks different because the day is not over. */
  readonly today: string;
  readonly yesterday: number;
  /** Units that no advertisement brought; `null` if that is not known. */
  readonly organicYesterday: number | null;
}

/** The sales of two weeks as bars, oldest first; `null` while they are unknown. */
export function barsOf({ sales, ageHours }: Pick<Product, 'sales' | 'ageHours'>): Bars | null {
  if (ageHours < 0) return null;
  const units = Array.from({ length: days }, (_, back) => sales[back]?.unitsSold ?? 0);
  const most = Math.max(1, ...units);
  const bar = (back: number): string => {
    const height = Math.round(((units[back] ?? 0) / most) * barsHeight * 10) / 10;
    if (height === 0) return '';
    const x = Math.round((barsWidth - (back + 0.5) * step) * 10) / 10;
    return `M${x} ${barsHeight}v-${height}`;
  };
  const past = Array.from({ length: days - 1 }, (_, index) => bar(days - 1 - index));
  return {
    past: past.join(''),
    today: bar(0),
    yesterday: units[1] ?? 0,
    organicYesterday: sales[1]?.organicUnits ?? null,
  };
}
