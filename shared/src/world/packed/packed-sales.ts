import type { Product } from '../../contract/world.ts';

type Day = Pick<Product['sales'][number], 'day' | 'month'>;

/** By marketplace, the days of its products' sales: today, yesterday and so on, as far as the longest list. */
export type Calendars = Readonly<Record<string, readonly Day[]>>;

interface PackedSales {
  readonly units: readonly number[];
  /** Units sold with a promotion; empty when there are none. */
  readonly promoted: readonly number[];
  /** Without those by advertising; empty when no day is known. */
  readonly organic: readonly (number | null)[];
  readonly organicOrders: readonly (number | null)[];
}

interface SalesPacker {
  readonly calendars: Calendars;
  readonly salesOf: (product: Product) => PackedSales;
}

/** Packs sales without their days, which are the same for all products of a marketplace. */
export function packSales(products: readonly Product[]): SalesPacker {
  const calendars: Record<string, readonly Day[]> = {};
  for (const { marketplace, sales } of products) {
    const known = calendars[marketplace] ?? [];
    if (sales.length > known.length) calendars[marketplace] = sales.map(({ day, month }) => ({ day, month }));
  }
  return {
    calendars,
    salesOf: ({ sales }) => ({
      units: sales.map((day) => day.unitsSold),
      promoted: sales.some((day) => day.promotionCodesUsedUnits > 0)
        ? sales.map((day) => day.promotionCodesUsedUnits)
        : [],
      organic: knownOrEmpty(sales.map((day) => day.organicUnits)),
      organicOrders: knownOrEmpty(sales.map((day) => day.organicOrders)),
    }),
  };
}

const knownOrEmpty = (days: readonly (number | null)[]): readonly (number | null)[] =>
  days.some((count) => count !== null) ? days : [];

export function unpackSales(
  { units, promoted, organic, organicOrders: orders }: PackedSales,
  calendar: readonly Day[],
): Product['sales'] {
  return units.map((unitsSold, back) => {
    const promotionCodesUsedUnits = promoted[back] ?? 0;
    const { day = 1, month = 1 } = calendar[back] ?? {};
    const [organicUnits, organicOrders] = [organic[back] ?? null, orders[back] ?? null];
    return { day, month, unitsSold, organicUnits, organicOrders, promotionCodesUsedUnits };
  });
}
