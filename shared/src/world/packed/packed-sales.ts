import type { Product } from '../../contract/world.ts';
import type { RowOf } from './columns.ts';

type Day = Pick<Product['sales'][number], 'day' | 'month'>;

type PromotionCodes = NonNullable<Product['sales'][number]['promotionCodes']>;

/** The days of sales by marketplace: today, yesterday and so on, as many as the product with the most days has. */
export type Calendars = Readonly<Record<string, readonly Day[]>>;

type ProductSales = Pick<Product, 'sales'>;

/** The sales of a product without the dates, which are the same for all products of a marketplace. */
export const salesFields = {
  units: ({ sales }: ProductSales) => sales.map((day) => day.unitsSold),
  /** Units sold with a promotion; empty when there are none. */
  promoted: ({ sales }: ProductSales) =>
    sales.some((day) => day.promotionCodesUsedUnits > 0) ? sales.map((day) => day.promotionCodesUsedUnits) : [],
  /** The promotion codes, keyed by the index of the day; days without codes are left out. `null` if no day has any. */
  codes: ({ sales }: ProductSales) => (sales.some((day) => day.promotionCodes) ? codesOf(sales) : null),
  /** Units that no advertisement brought, by day; empty when they are unknown for every day. */
  organic: ({ sales }: ProductSales) =>
    sales.some((day) => day.organicUnits !== null) ? sales.map((day) => day.organicUnits) : [],
  organicOrders: ({ sales }: ProductSales) =>
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

/**
 * A cache of days without promotion codes and advertising, by calendar, index of the day and units. Most products share
 * these objects.
 */
const plainDays = new WeakMap<readonly Day[], Map<number, SalesDay>[]>();

/** Days with at least this many units are rare, so their objects are not shared. */
const mostShared = 1000;
const unknownDay: Day = { day: 1, month: 1 };

export function unpackSales(
  { units, promoted, codes, organic, organicOrders }: RowOf<typeof salesFields>,
  calendar: readonly Day[],
): Product['sales'] {
  const plain = plainDaysOf(calendar);
  const isPlain = codes === null && organic.length === 0 && organicOrders.length === 0;
  return units.map((unitsSold, back) => {
    const promotionCodesUsedUnits = promoted[back] ?? 0;
    const ofDay = plain[back];
    const isShared = isPlain && ofDay && unitsSold < mostShared && promotionCodesUsedUnits < mostShared;
    const key = unitsSold * mostShared + promotionCodesUsedUnits;
    const known = isShared ? ofDay.get(key) : undefined;
    if (known) return known;
    const { day, month } = calendar[back] ?? unknownDay;
    const sold: SalesDay = {
      day,
      month,
      unitsSold,
      organicUnits: organic[back] ?? null,
      organicOrders: organicOrders[back] ?? null,
      promotionCodesUsedUnits,
    };
    const promotionCodes = codes?.[back];
    if (promotionCodes) sold.promotionCodes = promotionCodes;
    if (isShared) ofDay.set(key, sold);
    return sold;
  });
}

function plainDaysOf(calendar: readonly Day[]): readonly Map<number, SalesDay>[] {
  const known = plainDays.get(calendar) ?? calendar.map(() => new Map<number, SalesDay>());
  plainDays.set(calendar, known);
  return known;
}
