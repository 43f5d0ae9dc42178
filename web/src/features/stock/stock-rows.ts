import type { Product, WorldItem } from '@app/shared/contract/world.ts';
import { daysLeftOf, unitsPerDay, type Pace } from '@app/shared/domain/runway.ts';
import { stockOf, type Shown, type StockTold } from '../products/stock-state.ts';
import type { StockItems } from '../products/stock-kinds.ts';

/** One line of the runway. What nobody knows is `null`. */
export interface StockRow extends StockTold {
  readonly product: Product;
  /** What sold, over the product's own lookback. */
  readonly pace: Pace | null;
  readonly perDay: number | null;
  /** Whose units the days left are of: Amazon's, or one's own where Amazon has none. */
  readonly shelf: 'amazon' | 'own';
  readonly units: number | null;
  readonly daysLeft: number | null;
  /** For how long what is on its way adds to it. */
  readonly daysOnTheWay: number | null;
}

export const stockRows = (products: Shown, items: StockItems): readonly StockRow[] =>
  Array.from(products.values(), (product) => stockRow(product, items));

function stockRow(product: Product, items: StockItems): StockRow {
  const told = stockOf(product, items);
  const { inStockQty, inboundQty, fbmQty } = product;
  const pace = paceIn(items.amazon[product.productId]);
  // One's own empty shelf does not empty Amazon's: what is left there sells on.
  const isAtAmazon = inStockQty !== null && (inStockQty > 0 || told.shipper === 'amazon');
  const units = isAtAmazon ? inStockQty : fbmQty;
  return {
    ...told,
    product,
    pace,
    perDay: pace && unitsPerDay(pace),
    shelf: isAtAmazon ? 'amazon' : 'own',
    units,
    daysLeft: units === 0 ? 0 : units === null ? null : daysLeftOf(units, pace),
    daysOnTheWay: !isAtAmazon || inboundQty === null ? null : daysLeftOf(inboundQty, pace),
  };
}

function paceIn(item: WorldItem | undefined): Pace | null {
  const { sold, days } = item?.figures ?? {};
  return sold === undefined || days === undefined ? null : { sold, days };
}
