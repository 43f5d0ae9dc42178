import { addDays, dayOf, daysFrom } from '@app/shared/base/calendar-day.ts';
import { dayAt } from '@app/shared/base/marketplace-day.ts';
import type { Product } from '@app/shared/contract/world.ts';
import { daysShown } from '@app/shared/world/shown-days.ts';
import type { EarlierSales, RecentSales } from './sales-queries.ts';

interface ShapeOptions {
  /** The days whose sales by advertising are known. */
  readonly reported?: ReadonlySet<string>;
  /** Whether the list has all shown days, also those before the earliest one with sales. */
  readonly isWhole?: boolean;
}

type Shaper = (marketplaceCode: string, sales: RecentSales | undefined, options?: ShapeOptions) => Product['sales'];

const noDays: ReadonlySet<string> = new Set();

/** Shapes the sales of many products, from today back to the earliest day with sales. */
export function salesShaper(now: Date): Shaper {
  const calendars = new Map<string, readonly Day[]>();
  return (code, sales, { reported = noDays, isWhole = false } = {}) => {
    if (!sales) return [];
    const days = calendars.get(code) ?? calendarOf(dayAt(code, now), firstDayShown(now));
    calendars.set(code, days);
    const shaped = days.map(({ since, date, day, month }) => {
      const index = sales.days.indexOf(since);
      const units = sales.units[index] ?? 0;
      const promoted = sales.promotionUnits[index] ?? 0;
      const promotionCodes = sales.promotions?.[since];
      return {
        day,
        month,
        unitsSold: units,
        organicUnits: reported.has(date) ? (sales.organicUnits[index] ?? 0) : null,
        organicOrders: reported.has(date) ? (sales.organicOrders[index] ?? 0) : null,
        promotionCodesUsedUnits: promoted,
        ...(promotionCodes && { promotionCodes }),
      };
    });
    if (isWhole) return shaped;
    const first = shaped.findLastIndex((day) => day.unitsSold > 0);
    return shaped.slice(0, first + 1);
  };
}

/**
 * Shapes the sales of products before the days that their marketplace shows; `null` if a product has none. If it also
 * has sales on these days, the units contain them.
 */
export function earlierShaper(
  now: Date,
): (marketplaceCode: string, sold: EarlierSales | undefined) => Product['earlierSales'] {
  const firstShown = new Map<string, string>();
  return (code, sold) => {
    if (!sold) return null;
    const first = firstShown.get(code) ?? addDays(dayAt(code, now), 1 - daysShown);
    firstShown.set(code, first);
    const days = daysFrom(sold.since, first);
    return days > 0 ? { units: sold.units, days } : null;
  };
}

interface Day {
  /** Days since the first requested day. */
  readonly since: number;
  readonly date: string;
  readonly day: number;
  readonly month: number;
}

function calendarOf(today: string, first: string): readonly Day[] {
  const sinceToday = daysFrom(first, today);
  return Array.from({ length: daysShown }, (_, back) => {
    const iso = addDays(today, -back);
    return { since: sinceToday - back, date: iso, day: Number(iso.slice(8)), month: Number(iso.slice(5, 7)) };
  });
}

/** Returns the earliest day that any marketplace may show, because their dates differ by at most a day. */
export const firstDayShown = (now: Date): string => addDays(dayOf(now), -(daysShown + 1));

/**
 * Returns a text that changes when one of these marketplaces begins another day: the same sales are then shown on other
 * days.
 */
export const daysAt = (codes: readonly string[], now: Date): string =>
  [firstDayShown(now), ...codes.map((code) => dayAt(code, now))].join();
