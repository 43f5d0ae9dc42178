import { beforeEach, describe, expect, test } from 'vitest';
import { eventTypes } from '../world/event-types.ts';
import { applyEvent } from '../world/events.ts';
import { isBuyable, type Product } from '../world/product.ts';
import { marketplaceIds, sellers, startTestApi, type TestApi } from './test-api.ts';

let api: TestApi;
let product: Product;

beforeEach(async () => {
  api = await startTestApi('NA', 60);
  const found = api.world.products.find((one) => api.world.listingsOf(one).every(isBuyable) && one.rivals.length > 1);
  if (!found) throw new Error('The world lacks a product to test with');
  product = found;
});

const post = (type: string): void =>
  void applyEvent(api.world, { type, asin: product.asin, marketplace: product.marketplace });

/** What the three sweeps of the product see, without ids and dates of the answers. */
async function sweep(): Promise<Record<'catalog' | 'listing' | 'offers', string>> {
  const [listing] = api.world.listingsOf(product);
  const sku = listing?.sku ?? '';
  const common = { marketplaceIds: marketplaceIds.US, pageSize: '20' };
  const byAsin = { identifiersType: 'ASIN', identifiers: product.asin, includedData: 'images,summaries,relationships' };
  const bySku = { identifiersType: 'SKU', identifiers: sku, includedData: 'summaries,issues,fulfillmentAvailability' };
  const uri = `/products/pricing/v0/listings/${sku}/offers`;
  const requests = [{ uri, method: 'GET', MarketplaceId: marketplaceIds.US, ItemCondition: 'New' }];
  const as = sellers.na;
  const catalog = await api.call({ path: '/catalog/2022-04-01/items', as, query: { ...common, ...byAsin } });
  const item = await api.call({ path: `/listings/2021-08-01/items/${as}`, as, query: { ...common, ...bySku } });
  const path = '/batches/products/pricing/v0/listingOffers';
  const offers = await api.call({ method: 'POST', path, as, body: { requests } });
  return {
    catalog: catalog.text,
    listing: item.text.replaceAll(/"lastUpdatedDate":"[^"]+"/g, ''),
    offers: offers.text.replaceAll(/"headers":\{[^}]+\}/g, ''),
  };
}

const shownBy: Readonly<Record<string, readonly string[]>> = {
  priceChanged: ['offers'],
  buyBoxLost: ['offers'],
  buyBoxWon: ['offers'],
  sellerJoined: ['offers'],
  sellerLeft: ['offers'],
  // A listing that is taken down has no offer either.
  listingSuspended: ['listing', 'offers'],
  listingRestored: ['listing', 'offers'],
  imageRemoved: ['catalog'],
  imageRestored: ['catalog'],
};

describe('A sweep sees', () => {
  test.each(Object.keys(eventTypes))('%s in the answers that it concerns and in no other', async (type) => {
    if (type === 'buyBoxWon') post('buyBoxLost');
    if (type === 'listingRestored') post('listingSuspended');
    if (type === 'imageRestored') post('imageRemoved');
    const before = await sweep();

    post(type);

    const after = await sweep();
    const changed = (['catalog', 'listing', 'offers'] as const).filter((answer) => before[answer] !== after[answer]);
    expect(changed).toEqual(shownBy[type]);
  });
});

test('A suspended listing is neither buyable nor discoverable, and says why', async () => {
  post('listingSuspended');

  const { listing } = await sweep();
  expect(listing).toContain('"status":[]');
  expect(listing).toContain('"actions":[{"action":"LISTING_SUPPRESSED"}]');
});

test('A product without its main image keeps its other images', async () => {
  post('imageRemoved');

  const { catalog } = await sweep();
  expect(catalog).not.toContain('"variant":"MAIN"');
  expect(catalog).toContain('"variant":"PT01"');
});

test('A product that nobody can buy has no buyable offers and no buy box', async () => {
  product.rivals = [];
  post('listingSuspended');

  const { offers } = await sweep();
  expect(offers).toContain('"status":"NoBuyableOffers"');
  expect(offers).toContain('"Summary":{"TotalOfferCount":0},"Offers":[]');
});
