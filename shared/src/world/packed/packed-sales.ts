import type { Product } from '../../contract/world.ts';
import type { RowOf } from './columns.ts';

type Day = Pick<Product['sales'][number], 'day' | 'month'>;

type PromotionCodes = NonNullable<Product['sales'][number]['promotionCodes']>;

/** By marketplace, the days of its products' sales: today, yesterday and so on, as far as the longest list. */
export type Calendars = Readonly<Record<string, readonly Day[]>>;

type Sold = Pick<Product, 'sales'>;

/** The sales of a product without their days, which are the same for all products of a marketplace. */
export const salesFields = {
  units: ({ sales }: Sold) => sales.map((day) => day.unitsSold),
  /** Units sold with a promotion; empty when there are none. */
  promoted: ({ sales }: Sold) =>
    sales.some((day) => day.promotionCodesUsedUnits > 0) ? sales.map((day) => day.promotionCodesUsedUnits) : [],
  /** By place in the list, the promotion codes of the days that have any; `null` if none has. */
  codes: ({ sales }: Sold) => (sales.some((day) => day.promotionCodes) ? codesOf(sales) : null),
  /** Without those by advertising; empty when no day is known. */
  organic: ({ sales }: Sold) =>
    sales.some((day) => day.organicUnits !== null) ? sales.map((day) => day.organicUnits) : [],
  organicOrders: ({ sales }: Sold) =>
    sales.some((day) => day.organicOrders !== null) ? sales.map((day) => day.organicOrders) : [],
};

export function calendarsOf(products: readonly Pick<Product, 'marketplace' | 'sales'>[]): Calendars {
  const calendars: Record<string, readonly Day[]> = {};
  for (const { marketplace, sales } of products) {
    const known = calendars[marketplace] ?? [];
    if (sales.length > known.length) calendars[marketplace] = sales.map(({ day, month }) => ({ day, month }));
  }
  return calendars;
}

const codesOf = (sales: Product['sales']): Readonly<Record<string, PromotionCodes>> =>
  Object.fromEntries(
    sales.flatMap(({ promotionCodes }, back) => (promotionCodes ? [[back, promotionCodes] as const] : [])),
  );

type SalesDay = Product['sales'][number];

/** Days without promotions and advertising, by the calendar's day and then by units: most products share them. */
const plainDays = new WeakMap<Day, Map<number, SalesDay>>();

function plainDayOf(date: Day, unitsSold: number): SalesDay {
  const ofDate = plainDays.get(date) ?? new Map<number, SalesDay>();
  plainDays.set(date, ofDate);
  const { day, month } = date;
  const known = ofDate.get(unitsSold);
  if (known) return known;
  const made = { day, month, unitsSold, organicUnits: null, organicOrders: null, promotionCodesUsedUnits: 0 };
  ofDate.set(unitsSold, made);
  return made;
}

const unknownDay: Day = { day: 1, month: 1 };

export function unpackSales(
  { units, promoted, codes, organic, organicOrders: orders }: RowOf<typeof salesFields>,
  calendar: readonly Day[],
): Product['sales'] {
  return units.map((unitsSold, back) => {
    const promotionCodesUsedUnits = promoted[back] ?? 0;
    const date = calendar[back] ?? unknownDay;
    const [organicUnits, organicOrders] = [organic[back] ?? null, orders[back] ?? null];
    const promotionCodes = codes?.[back];
    if (promotionCodesUsedUnits === 0 && !promotionCodes && organicUnits === null && organicOrders === null) {
      return plainDayOf(date, unitsSold);
    }
    const { day, month } = date;
    const used = { promotionCodesUsedUnits, ...(promotionCodes && { promotionCodes }) };
    return { day, month, unitsSold, organicUnits, organicOrders, ...used };
  });
}
