import { beforeEach, expect, test } from 'vitest';
import type { Product } from '../world/model/product.ts';
import { eventfulProduct } from './testing/event-scenes.ts';
import { sellers, startTestApi, type TestApi } from './testing/test-api.ts';

const as = sellers.na;

let api: TestApi;
let product: Product;

beforeEach(async () => {
  api = await startTestApi('NA', 60);
  product = eventfulProduct(api.world);
});

test('answered and refused requests are counted by operation and seller', async () => {
  const path = '/sellers/v1/marketplaceParticipations';
  await api.call({ path, as });
  await api.call({ path, as: sellers.spare });
  await api.call({ path, as, query: { wrong: 'parameter' } });
  await api.page('/rainforest/request', { type: 'product', amazon_domain: 'amazon.com', asin: product.asin });

  const operation = 'getMarketplaceParticipations';
  expect(api.calls.list()).toEqual([
    { operation, sellerId: as, answered: 1, refused: 1, credits: 0 },
    { operation, sellerId: sellers.spare, answered: 1, refused: 0, credits: 0 },
    { operation: 'rainforest.product', sellerId: undefined, answered: 1, refused: 0, credits: 1 },
  ]);
});
