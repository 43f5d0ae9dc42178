import type { Product, WorldItem } from '@app/shared/contract/world.ts';
import { daysLeftOf, unitsPerDay, type Pace } from '@app/shared/domain/risk/runway.ts';
import { stockOf, type ProductCollection, type StockStatus } from '../products/stock-state.ts';
import type { StockItems } from '../products/stock-kinds.ts';

/** One line of the runway; unknown values are `null`. */
export interface StockRow extends StockStatus {
  readonly product: Product;
  /** The pace over the product's own lookback. */
  readonly pace: Pace | null;
  readonly perDay: number | null;
  /** The stock to which the days left apply: Amazon's, or the seller's own when Amazon has none. */
  readonly shelf: 'amazon' | 'own';
  readonly units: number | null;
  readonly daysLeft: number | null;
  /** The days that inbound units add. */
  readonly daysOnTheWay: number | null;
}

export const stockRows = (products: ProductCollection, items: StockItems): readonly StockRow[] =>
  Array.from(products.values(), (product) => stockRow(product, items));

function stockRow(product: Product, items: StockItems): StockRow {
  const status = stockOf(product, items);
  const { inStockQty, inboundQty, fbmQty } = product;
  const pace = paceIn(items.amazon[product.productId]);
  // An empty stock of the seller's own does not mean that the stock at Amazon is empty.
  const isAtAmazon = inStockQty !== null && (inStockQty > 0 || status.shipper === 'amazon');
  const units = isAtAmazon ? inStockQty : fbmQty;
  return {
    ...status,
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
