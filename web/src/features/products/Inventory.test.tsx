import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { Product } from '@app/shared/contract/world.ts';
import { buildProduct } from '../../../testing/world-build.ts';
import { InventoryLine } from './Inventory.tsx';

/** The stock line of a product for which no thresholds are set. */
function lineOf(given: Partial<Product>): string {
  const stock = { amazonItem: null, ownItem: null, defaults: { amazon: [], own: [] } };
  return renderToStaticMarkup(
    <InventoryLine product={buildProduct({ ageHours: 1, ...given })} isIssueShown={false} {...stock} />,
  );
}

test.each([
  ['at Amazon', { inStockQty: 1200, totalQty: 1200 }, '1,200 in stock'],
  ['at Amazon and of the seller', { inStockQty: 3, totalQty: 3, fbmQty: 12 }, '3 in stock'],
  ['of the seller alone', { fbmQty: 12 }, '12 of your own in stock'],
  [
    'of the seller, while none is left at Amazon',
    { inStockQty: 0, totalQty: 0, fbmQty: 12 },
    '12 of your own in stock',
  ],
])('without thresholds the line of a product shows its stock %s', (_case, given, text) => {
  expect(lineOf(given)).toContain(`>${text}<`);
});
