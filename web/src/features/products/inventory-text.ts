import { countIn } from '@app/shared/base/money.ts';
import type { Product } from '@app/shared/contract/world.ts';
import { isBelowLine, wordOfState, type StockStatus } from './stock-state.ts';

/** The line about a product's stock, in the words of section 8; empty when nothing is known. */
export function inventoryText(product: Product, { state, item }: StockStatus): string {
  const message = item?.statusDetails.message ?? null;
  if (message !== null) return message;
  if (isBelowLine(state)) return wordOfState[state];
  if (product.ageHours === -1 && product.inStockQty !== null) return 'Sales data not avail. yet';
  if (product.fbmQty !== null) return `${countIn(product.marketplace, product.fbmQty)} of your own in stock`;
  return '';
}
