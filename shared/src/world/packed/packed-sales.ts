import type { Product } from '../../contract/world.ts';

type Day = Pick<Product['sales'][number], 'day' | 'month'>;

type PromotionCodes = NonNullable<Product['sales'][number]['promotionCodes']>;

/** By marketplace, the days of its products' sales: today, yesterday and so on, as far as the longest list. */
export type Calendars = Readonly<Record<string, readonly Day[]>>;

interface PackedSales {
  readonly units: readonly number[];
  /** Units sold with a promotion; empty when there are none. */
  readonly promoted: readonly number[];
  /** By place in the list, the promotion codes of the days that have any; `null` if none has. */
  readonly codes: Readonly<Record<string, PromotionCodes>> | null;
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
      codes: codesOf(sales),
      organic: knownOrEmpty(sales.map((day) => day.organicUnits)),
      organicOrders: knownOrEmpty(sales.map((day) => day.organicOrders)),
    }),
  };
}

function codesOf(sales: Product['sales']): PackedSales['codes'] {
  const used = sales.flatMap(({ promotionCodes }, back) => (promotionCodes ? [[back, promotionCodes] as const] : []));
  return used.length === 0 ? null : Object.fromEntries(used);
}

const knownOrEmpty = (days: readonly (number | null)[]): readonly (number | null)[] =>
  days.some((count) => count !== null) ? days : [];

export function unpackSales(
  { units, promoted, codes, organic, organicOrders: orders }: PackedSales,
  calendar: readonly Day[],
): Product['sales'] {
  return units.map((unitsSold, back) => {
    const promotionCodesUsedUnits = promoted[back] ?? 0;
    const { day = 1, month = 1 } = calendar[back] ?? {};
    const [organicUnits, organicOrders] = [organic[back] ?? null, orders[back] ?? null];
    const promotionCodes = codes?.[back];
    const used = { promotionCodesUsedUnits, ...(promotionCodes && { promotionCodes }) };
    return { day, month, unitsSold, organicUnits, organicOrders, ...used };
  });
}
