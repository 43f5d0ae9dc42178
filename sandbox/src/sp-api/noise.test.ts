import { beforeEach, describe, expect, test } from 'vitest';
import type { Product } from '../world/model/product.ts';
import { eventfulProduct, post } from './testing/event-scenes.ts';
import { marketplaceIds, sellers, startTestApi, type TestApi } from './testing/test-api.ts';

let api: TestApi;
let product: Product;

beforeEach(async () => {
  api = await startTestApi('NA', 60);
  product = eventfulProduct(api.world);
  for (let count = 0; count < 4; count += 1) post(api.world, product, 'sellerJoined');
});

const as = sellers.na;
const us = marketplaceIds.US;

const ask = {
  catalog: () => {
    const includedData = 'attributes,dimensions,images,summaries';
    const query = { marketplaceIds: us, identifiersType: 'ASIN', identifiers: product.asin, includedData };
    return api.call({ path: '/catalog/2022-04-01/items', as, query });
  },
  listing: () => {
    const includedData = 'summaries,issues,offers,fulfillmentAvailability';
    const query = { marketplaceIds: us, identifiersType: 'ASIN', identifiers: product.asin, includedData };
    return api.call({ path: `/listings/2021-08-01/items/${as}`, as, query });
  },
  offers: () => {
    const uri = `/products/pricing/v0/listings/${api.world.listingsOf(product)[0]?.sku}/offers`;
    const requests = [{ uri, method: 'GET', MarketplaceId: us, ItemCondition: 'New' }];
    return api.call({ method: 'POST', path: '/batches/products/pricing/v0/listingOffers', as, body: { requests } });
  },
  page: () => api.page('/rainforest/request', { type: 'product', amazon_domain: 'amazon.com', asin: product.asin }),
};

/** Removes everything that noise may change: list order, picture modifiers, invisible characters and link labels. */
function withoutNoise(value: unknown): unknown {
  if (typeof value === 'string') return value.replaceAll(/\._AC_V\d+_|\u200E|Read more/g, '');
  if (Array.isArray(value)) {
    const members: unknown[] = value.map(withoutNoise);
    return members.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, withoutNoise(member)]));
}

const volatile = ['headers', 'request_info', 'request_metadata'];
const meaningOf = (text: string): unknown =>
  withoutNoise(JSON.parse(text, (name, value: unknown) => (volatile.includes(name) ? undefined : value)));

describe('After noise', () => {
  test.each(Object.keys(ask) as (keyof typeof ask)[])(
    'the %s answer differs but has the same meaning',
    async (name) => {
      const before = await ask[name]();
      post(api.world, product, 'noise');
      post(api.world, product, 'noise');
      api.clock.advance(60_000);

      const after = await ask[name]();

      expect(after.text).not.toBe(before.text);
      expect(meaningOf(before.text)).toMatchObject(Object(meaningOf(after.text)));
    },
  );

  test('offers have another order, and amounts have trailing zeros', async () => {
    post(api.world, product, 'noise');

    const { text } = await ask.offers();

    const prices = [...text.matchAll(/"ListingPrice":\{"CurrencyCode":"USD","Amount":([\d.]+)/g)].map(
      ([, price]) => price,
    );
    expect(prices.every((price) => /\.\d\d$/.test(price ?? ''))).toBe(true);
    expect(text).toContain('"Amount":0.00');
    const own = prices.slice(-6).map(Number);
    expect(own).not.toEqual(own.toSorted((a, b) => a - b));
  });

  test('the page alternates between layouts with and without a price', async () => {
    post(api.world, product, 'noise');
    const once = await ask.page();
    post(api.world, product, 'noise');
    const twice = await ask.page();

    expect(once.text).toContain('"buybox_winner"');
    expect(once.body).not.toHaveProperty('product.buybox_winner.price');
    expect(twice.body).toHaveProperty('product.buybox_winner.price.value');
  });

  test('a bad review keeps its position', async () => {
    post(api.world, product, 'reviewPosted');
    const bad = product.reviews.findIndex(({ rating }) => rating === 1);

    for (let count = 0; count < 5; count += 1) post(api.world, product, 'noise');

    expect((await ask.page()).body).toHaveProperty(`product.top_reviews.${bad}.rating`, 1);
  });

  test('a picture is served under its changed address', async () => {
    post(api.world, product, 'noise');

    expect((await ask.catalog()).text).toContain(`/sandbox/pictures/${product.asin}._AC_V1_.png?w=500`);
  });
});
