import { mostUnits } from '@app/shared/base/units.ts';
import { dayAt } from '@app/shared/base/marketplace-day.ts';
import type { PlacedOrder } from '../../../external/marketplace/operations/orders.ts';

/** The units that one order adds to a day of one product. */
export interface OrderLine {
  readonly orderId: string;
  readonly marketplace: string;
  readonly asin: string;
  /** The day in the marketplace's time zone. */
  readonly day: string;
  readonly soldAt: Date;
  readonly units: number;
  /** The lowest price of one unit, in the currency of the marketplace; `null` if the order contains none. */
  readonly unitPriceCents: number | null;
  readonly promotionUnits: number;
  /** Units by promotion id. */
  readonly promotions: Readonly<Record<string, number>>;
  readonly updatedAt: Date;
}

/** The ASIN of the only line of a cancelled order without items, which no product has. */
const noAsin = '';

/**
 * Merges the items of one product. A cancelled order yields lines without units, so that an older message about it can
 * be recognised as older. If it lists no items any more, it yields one line of no product, so that the lines that are
 * stored of it are emptied.
 */
export function linesOf(order: PlacedOrder): readonly OrderLine[] {
  const { orderId, marketplace, placedAt, updatedAt } = order;
  const day = dayAt(marketplace, placedAt);
  const lines: OrderLine[] = [];
  const itemsByAsin = Map.groupBy(order.items, (item) => item.asin);
  if (order.isCancelled && itemsByAsin.size === 0) itemsByAsin.set(noAsin, []);
  for (const [asin, items] of itemsByAsin) {
    const sold = order.isCancelled ? [] : items.filter(({ units }) => units > 0);
    lines.push({
      orderId,
      marketplace,
      asin,
      day,
      soldAt: placedAt,
      units: unitsOf(sold),
      unitPriceCents: lowestPriceOf(sold),
      promotionUnits: unitsOf(sold.filter(({ promotionIds }) => promotionIds.length > 0)),
      promotions: promotionsOf(sold),
      updatedAt,
    });
  }
  return lines;
}

const unitsOf = (items: PlacedOrder['items']): number =>
  Math.min(
    mostUnits,
    items.reduce((sum, { units }) => sum + units, 0),
  );

function lowestPriceOf(items: PlacedOrder['items']): number | null {
  const prices = items.flatMap(({ unitPriceCents }) => unitPriceCents ?? []);
  return prices.length === 0 ? null : Math.min(...prices);
}

function promotionsOf(items: PlacedOrder['items']): Record<string, number> {
  const promotions: Record<string, number> = {};
  for (const { promotionIds, units } of items) {
    for (const id of promotionIds) promotions[id] = Math.min(mostUnits, (promotions[id] ?? 0) + units);
  }
  return promotions;
}
