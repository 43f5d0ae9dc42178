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

test('a SKU with a comma is found when it is asked for alone, together with its parts', async () => {
  const [first, second, third] = api.world.listingsOfSeller(as, 'US');
  if (!first || !second || !third) throw new Error('The seller has listings');
  Object.assign(second, { sku: `${first.sku},RED` });
  const skusFor = async (identifiers: string): Promise<string[]> => {
    const query = { marketplaceIds: US, identifiersType: 'SKU', identifiers };
    const { text } = await api.call({ path: `/listings/2021-08-01/items/${as}`, as, query });
    return [...text.matchAll(/"sku":"([^"]+)"/g)].map(([, sku = '']) => sku).toSorted();
  };

  expect(await skusFor(second.sku)).toEqual([first.sku, second.sku].toSorted());
  expect(await skusFor(`${second.sku},${third.sku}`)).toEqual([first.sku, third.sku].toSorted());
});
