import { beforeEach, expect, test } from 'vitest';
import type { Product } from '../../world/model/product.ts';
import { eventfulProduct } from '../testing/event-scenes.ts';
import { marketplaceIds, sellers, startTestApi, type TestApi } from '../testing/test-api.ts';

const as = sellers.na;
const US = marketplaceIds.US;

let api: TestApi;
let product: Product;

beforeEach(async () => {
  api = await startTestApi('NA', 60);
  product = eventfulProduct(api.world);
});

test('the variations of a parent are found by the parent SKU', async () => {
  const path = `/listings/2021-08-01/items/${as}`;
  const query = {
    marketplaceIds: US,
    identifiersType: 'ASIN',
    identifiers: product.asin,
    includedData: 'relationships',
  };
  const { text } = await api.call({ path, as, query });
  const [, parentSku = ''] = /"parentSkus":\["([^"]+)"\]/.exec(text) ?? [];

  const variations = await api.call({ path, as, query: { marketplaceIds: US, variationParentSku: parentSku } });

  const asins = [...variations.text.matchAll(/"asin":"([^"]+)"/g)].map(([, asin]) => asin);
  expect(new Set(asins)).toEqual(new Set(api.world.childrenOf(product.parentAsin, 'US').map(({ asin }) => asin)));
});
