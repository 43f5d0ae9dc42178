import { beforeEach, expect, test } from 'vitest';
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

test('the competitive price says whether the buy box is the seller’s own, and is missing without a buy box holder', async () => {
  const ask = async (): Promise<string> => {
    api.clock.advance(60_000);
    const query = { MarketplaceId: US, ItemType: 'Asin', Asins: product.asin };
    return (await api.call({ path: '/products/pricing/v0/competitivePrice', as, query })).text;
  };
  const own = await ask();
  post(api.world, product, 'buyBoxLost');
  const theirs = await ask();
  post(api.world, product, 'addToCartRemoved');

  expect(own).toContain('"belongsToRequester":true');
  expect(theirs).toContain('"belongsToRequester":false');
  expect(await ask()).toContain('"CompetitivePrices":[]');
});
