import type { Product } from '../../contract/world.ts';

type Day = Pick<Product['sales'][number], 'day' | 'month'>;

/** By marketplace, the days of its products' sales: today, yesterday and so on, as far as the longest list. */
export type Calendars = Readonly<Record<string, readonly Day[]>>;

interface PackedSales {
  readonly units: readonly number[];
  /** Units sold with a promotion; empty when there are none. */
  readonly promoted: readonly number[];
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
    }),
  };
}

export function unpackSales({ units, promoted }: PackedSales, calendar: readonly Day[]): Product['sales'] {
  return units.map((unitsSold, back) => {
    const promotionCodesUsedUnits = promoted[back] ?? 0;
    const { day = 1, month = 1 } = calendar[back] ?? {};
    return { day, month, unitsSold, organicUnits: null, organicOrders: null, promotionCodesUsedUnits };
  });
}
