import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { Product } from '@app/shared/contract/world.ts';
import { buildGroup, buildItem, buildProduct } from '../../../testing/world-build.ts';
import { InventoryFigure, InventoryLine } from './Inventory.tsx';
import { ProductFacts } from './ProductFacts.tsx';
import { stockKinds } from './stock-kinds.ts';

const noThresholds = { amazonItem: null, ownItem: null, defaults: { amazon: [], own: [] } };

/** The stock line of a product for which no thresholds are set. */
function lineOf(given: Partial<Product>): string {
  const product = buildProduct({ ageHours: 1, ...given });
  return renderToStaticMarkup(
    <InventoryLine product={product} isStale={false} isIssueShown={false} {...noThresholds} />,
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

/** The stock of a product as a card, the list and the detail draw it. */
function signsOf(inStockQty: number, isStale: boolean): readonly string[] {
  const product = buildProduct({ productId: '1', ageHours: 1, inStockQty, totalQty: inStockQty });
  const settings = { keyword: null, absoluteThreshold: null, alertDays: 7 };
  const details = { message: '30 days left', from: null, to: null, evidence: [] };
  const item = buildItem({ productId: '1', status: inStockQty === 0 ? 2 : 0, settings, statusDetails: details });
  const stock = { ...noThresholds, amazonItem: item };
  return [
    <InventoryFigure key="card" product={product} isStale={isStale} {...stock} />,
    <InventoryLine key="list" product={product} isStale={isStale} isIssueShown={false} {...stock} />,
    <ProductFacts
      key="detail"
      product={product}
      staleness={isStale ? 'since 2020-03-02T08:00:00.000Z' : 'fresh'}
      watchDogs={{ [stockKinds.amazon]: buildGroup([item]) }}
    />,
  ].map((element) => /(?:sign|tone)--(\w+)/.exec(renderToStaticMarkup(element))?.[1] ?? '');
}

test('a stock is not drawn as fine while its marketplace is stale, and an empty one stays an alert', () => {
  expect(signsOf(90, false)).toEqual(['ok', 'ok', 'ok']);
  expect(signsOf(90, true)).toEqual(['stale', 'stale', 'stale']);
  expect(signsOf(0, true)).toEqual(['alert', 'alert', 'alert']);
});
