import { beforeEach, describe, expect, test } from 'vitest';
import type { Product } from '../../world/model/product.ts';
import { eventfulProduct, post } from '../testing/event-scenes.ts';
import { marketplaceIds, sellers, startTestApi, type TestApi } from '../testing/test-api.ts';

const as = sellers.na;
const US = marketplaceIds.US;

let api: TestApi;
let product: Product;

beforeEach(async () => {
  api = await startTestApi('NA', 60);
  product = eventfulProduct(api.world);
});

const ask = (asin: string, includedData: string) =>
  api.call({
    path: '/catalog/2022-04-01/items',
    as,
    query: { marketplaceIds: US, identifiersType: 'ASIN', identifiers: asin, includedData },
  });

describe('The catalogue', () => {
  test('returns the parent of a product and the children of a parent', async () => {
    const child = await ask(product.asin, 'relationships');
    const parent = await ask(product.parentAsin, 'relationships,summaries');

    expect(child.text).toContain(`"parentAsins":["${product.parentAsin}"]`);
    expect(parent.text).toContain('"itemClassification":"VARIATION_PARENT"');
    expect(parent.text).toMatch(new RegExp(`"childAsins":\\[[^\\]]*"${product.asin}"`));
  });

  test('ranks a best seller first in its browse node but not in its display group', async () => {
    post(api.world, product, 'bestSellerBadgeWon');

    expect((await ask(product.asin, 'salesRanks')).body).toMatchObject({
      items: [{ salesRanks: [{ classificationRanks: [{ rank: 1 }], displayGroupRanks: [{ rank: product.rank }] }] }],
    });
  });
});
