import type { TimelineLanes } from '@app/shared/contract/catalog.ts';
import { marketplace } from '@app/shared/base/marketplaces.ts';
import type { Cell } from '../../../lib/spreadsheet/spreadsheet.ts';
import type { Gap } from '../../catalog/charts/gaps.ts';
import { isKnown, knownDays } from '../../catalog/charts/known-days.ts';
import type { SalesOfDay, SheetProduct } from './row-queries.ts';

/** A day of a marketplace. */
export interface SheetDay {
  readonly date: string;
  readonly from: Date;
  /** The end of the day, or the present time on a day that has not ended. */
  readonly to: Date;
}

export interface ProductFacts {
  readonly product: SheetProduct;
  readonly sales: ReadonlyMap<string, SalesOfDay>;
  /** Days whose sales by advertising are known. */
  readonly reported: ReadonlySet<string>;
  readonly ranks: ReadonlyMap<string, number>;
  readonly lanes: Pick<TimelineLanes, 'price' | 'stock'>;
  /** Periods without observations, oldest first. */
  readonly gaps: readonly Gap[];
}

/** Returns one row for each day of which anything is known. `null` is unknown, and zero is a real zero. */
export function dayRows(facts: ProductFacts, days: readonly SheetDay[]): (readonly Cell[])[] {
  const { product } = facts;
  const known = knownDays([product]);
  const { currency } = marketplace(product.marketplace);
  const prices = valuesAtEnds(facts.lanes.price, days, facts.gaps);
  const stocks = valuesAtEnds(facts.lanes.stock, days, facts.gaps);
  return days.flatMap(({ date }, index) => {
    const areSalesKnown = isKnown(date, known);
    const sold = facts.sales.get(date);
    const rank = facts.ranks.get(date) ?? null;
    const cents = prices[index]?.cents ?? null;
    const stock = stocks[index]?.units ?? null;
    if (!areSalesKnown && rank === null && cents === null && stock === null) return [];
    const ofSales = (count: number | undefined): number | null => (areSalesKnown ? (count ?? 0) : null);
    return [
      [
        product.marketplace,
        product.asin,
        product.seller,
        product.name,
        new Date(`${date}T00:00:00Z`),
        ofSales(sold?.units),
        ofSales(sold?.orders),
        facts.reported.has(date) ? ofSales(sold?.organicUnits) : null,
        facts.reported.has(date) ? ofSales(sold?.organicOrders) : null,
        ofSales(sold?.promotionUnits),
        areSalesKnown ? codesText(sold?.promotions ?? {}) : null,
        rank,
        cents === null ? null : cents / 100,
        cents === null ? null : currency,
        stock,
        finality(date, known),
      ],
    ];
  });
}

/** Returns the units and orders by promotion code, such as "SPRING20: 3/2; SUMMER: 1/1", the most units first. */
function codesText(promotions: SalesOfDay['promotions']): string | null {
  const used = Object.entries(promotions).toSorted(([a, left], [b, right]) =>
    right.units === left.units ? (a < b ? -1 : 1) : right.units - left.units,
  );
  return used.length === 0 ? null : used.map(([code, { units, orders }]) => `${code}: ${units}/${orders}`).join('; ');
}

function finality(date: string, known: ReturnType<typeof knownDays>): string | null {
  if (!isKnown(date, known)) return null;
  return date < known.open ? 'yes' : 'no';
}

/** Returns the point that was valid at the end of each day; undefined before the first point and in gaps. */
function valuesAtEnds<Point extends { readonly at: string }>(
  points: readonly Point[],
  days: readonly SheetDay[],
  gaps: readonly Gap[],
): (Point | undefined)[] {
  let next = 0;
  return days.map((day) => {
    const end = day.to.toISOString();
    while (next < points.length && (points[next]?.at ?? '') < end) next += 1;
    return gaps.some(({ from, to }) => from <= day.from && to >= day.to) ? undefined : points[next - 1];
  });
}
