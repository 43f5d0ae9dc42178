import { countIn } from '@app/shared/base/money.ts';
import type { Product } from '@app/shared/contract/world.ts';
import { isBelowLine, wordOfState, type StockStatus } from './stock-state.ts';

/** The line about a product's stock, in the words of section 8; empty when nothing is known. */
export function inventoryText(product: Product, { state, item }: StockStatus): string {
  const message = item?.statusDetails.message ?? null;
  if (message !== null) return message;
  if (isBelowLine(state)) return wordOfState[state];
  if (product.ageHours === -1 && product.inStockQty !== null) return 'Sales data not avail. yet';
  return ownUnitsText(product);
}

/** The units in the seller's own stock, in words; empty when the seller does not ship the product. */
const ownUnitsText = ({ fbmQty, marketplace }: Product): string =>
  fbmQty === null ? '' : `${countIn(marketplace, fbmQty)} of your own in stock`;

/** The units of the stock that decides the state, for products without thresholds. */
export function unitsInStock(product: Product, { shipper }: Pick<StockStatus, 'shipper'>): string {
  const { inStockQty, marketplace } = product;
  if (shipper === 'own') return ownUnitsText(product);
  return inStockQty === null ? '' : `${countIn(marketplace, inStockQty)} in stock`;
}
