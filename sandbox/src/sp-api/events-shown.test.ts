import { beforeEach, describe, expect, test } from 'vitest';
import { eventTypes } from '../world/events/event-types.ts';
import type { Product } from '../world/model/product.ts';
import { eventfulProduct, post as happen, prepare } from './testing/event-scenes.ts';
import { marketplaceIds, sellers, startTestApi, type Request, type TestApi } from './testing/test-api.ts';

let api: TestApi;
let product: Product;

beforeEach(async () => {
  api = await startTestApi('NA', 60);
  product = eventfulProduct(api.world);
});

const post = (type: string): void => happen(api.world, product, type);

const as = sellers.na;
const us = marketplaceIds.US;

/** All SP-API requests by which the product could observe a change. */
function questions(): Record<string, Request> {
  const { asin, parentAsin } = product;
  const skus = api.world.listingsOf(product).map(({ sku }) => sku);
  const data = 'attributes,classifications,dimensions,images,productTypes,relationships,summaries';
  const catalog = { marketplaceIds: us, identifiersType: 'ASIN' };
  const path = '/catalog/2022-04-01/items';
  const bySku = { marketplaceIds: us, identifiersType: 'SKU', identifiers: skus.join(',') };
  const requests = skus.slice(0, 1).map((sku) => ({
    uri: `/products/pricing/v0/listings/${sku}/offers`,
    method: 'GET',
    MarketplaceId: us,
    ItemCondition: 'New',
  }));
  const price = { ListingPrice: { CurrencyCode: 'USD', Amount: 25 } };
  const fee = { MarketplaceId: us, IsAmazonFulfilled: true, PriceToEstimateFees: price, Identifier: asin };
  const stock = { granularityType: 'Marketplace', granularityId: us, marketplaceIds: us, details: 'true' };
  const filters = { marketplaceId: us, programTypes: ['SUBSCRIBE_AND_SAVE'], asins: [asin] };
  return {
    catalog: { path, query: { ...catalog, identifiers: asin, includedData: data } },
    rank: { path, query: { ...catalog, identifiers: asin, includedData: 'salesRanks' } },
    parent: { path, query: { ...catalog, identifiers: parentAsin, includedData: 'attributes' } },
    listing: {
      path: `/listings/2021-08-01/items/${as}`,
      query: { ...bySku, includedData: 'summaries,issues,fulfillmentAvailability,relationships' },
    },
    offers: { method: 'POST', path: '/batches/products/pricing/v0/listingOffers', body: { requests } },
    stock: { path: '/fba/inventory/v1/summaries', query: { ...stock, sellerSkus: skus.join(',') } },
    fees: {
      method: 'POST',
      path: '/products/fees/v0/feesEstimate',
      body: [{ FeesEstimateRequest: fee, IdType: 'ASIN', IdValue: asin }],
    },
    replenishment: {
      method: 'POST',
      path: '/replenishment/2022-11-07/offers/search',
      body: { pagination: { limit: 100, offset: 0 }, filters },
    },
  };
}

function pages(): Record<string, Record<string, string>> {
  const place = { amazon_domain: 'amazon.com' };
  const keyword = product.searchPositions.keys().next().value ?? '';
  return {
    page: { ...place, type: 'product', asin: product.asin },
    search: { ...place, type: 'search', search_term: keyword, max_page: '3' },
    feedback: { ...place, type: 'seller_feedback', seller_id: as },
  };
}

/** Sends all requests and returns the answers without their volatile fields. */
async function sweep(): Promise<Map<string, string>> {
  api.clock.advance(60_000);
  const answers = new Map<string, string>();
  for (const [name, request] of Object.entries(questions())) {
    const { status, text } = await api.call({ ...request, as });
    expect({ name, status, hasFailed: text.includes('ClientError') }).toEqual({ name, status: 200, hasFailed: false });
    answers.set(name, text.replaceAll(volatile, ''));
  }
  for (const [name, query] of Object.entries(pages())) {
    const { status, body } = await api.page('/rainforest/request', query);
    expect({ name, status }).toEqual({ name, status: 200 });
    const { request_info: _info, request_metadata: _metadata, ...answer } = body;
    answers.set(name, JSON.stringify(answer));
  }
  return answers;
}

/** Fields that differ between equal answers: headers and times. */
const volatile = /"(headers":\{[^}]+\}|(lastUpdatedDate|TimeOfFeesEstimation)":"[^"]+")/g;

const offers = ['offers', 'page'];
const listing = ['listing', 'offers', 'page', 'search'];
const hidden = ['listing', 'search'];
const image = ['catalog', 'page'];
/** A changed category also changes the offers, because their sales ranks name the category. */
const category = ['catalog', 'rank', 'listing', 'offers', 'page'];
const parent = ['catalog', 'parent', 'listing', 'page'];
const details = ['catalog', 'listing', 'stock', 'page', 'search'];
/** Changed ratings and badges also change the search results, which show them. */
const rated = ['page', 'search'];
const best = ['rank', 'offers', 'page', 'search'];

const shownBy: Readonly<Record<string, readonly string[]>> = {
  priceChanged: ['offers', 'replenishment', 'page', 'search'],
  buyBoxLost: offers,
  buyBoxWon: offers,
  sellerJoined: offers,
  sellerLeft: offers,
  addToCartRemoved: offers,
  addToCartRestored: offers,
  primeLost: offers,
  primeWon: offers,
  listingSuspended: listing,
  listingRestored: listing,
  searchSuppressed: hidden,
  searchRestored: hidden,
  imageRemoved: image,
  imageRestored: image,
  categoryChanged: category,
  categoryRestored: category,
  parentChanged: parent,
  parentRestored: parent,
  detailsChanged: details,
  detailsRestored: details,
  parentDetailsChanged: ['parent'],
  parentDetailsRestored: ['parent'],
  packageChanged: ['catalog'],
  packageRestored: ['catalog'],
  reviewPosted: rated,
  reviewRemoved: rated,
  ratingChanged: rated,
  choiceBadgeLost: rated,
  choiceBadgeWon: rated,
  bestSellerBadgeLost: best,
  bestSellerBadgeWon: best,
  subscribeAndSaveLost: ['replenishment', 'page'],
  subscribeAndSaveWon: ['replenishment', 'page'],
  searchRankChanged: ['search'],
  stockChanged: ['stock', 'replenishment'],
  ownStockChanged: ['listing', 'replenishment'],
  fbaFeeChanged: ['fees'],
  fbaFeeRestored: ['fees'],
  feedbackReceived: ['feedback'],
  feedbackRemoved: ['feedback'],
  // Changed demand is visible only in later orders, so no answer changes now.
  salesDropped: [],
  salesRecovered: [],
  noise: ['catalog', 'listing', 'offers', 'fees', 'page'],
};

describe('A sweep after', () => {
  test.each(Object.keys(eventTypes))('%s differs in the affected answers only', async (type) => {
    prepare(api.world, product, type);
    const before = await sweep();

    post(type);

    const after = await sweep();
    const changed = [...before.keys()].filter((name) => before.get(name) !== after.get(name));
    expect(changed).toEqual(shownBy[type]);
  });
});

test('a suspended listing is neither buyable nor discoverable, and its issues name the reason', async () => {
  post('listingSuspended');

  const answer = (await sweep()).get('listing');
  expect(answer).toContain('"status":[]');
  expect(answer).toContain('"actions":[{"action":"LISTING_SUPPRESSED"}]');
});

test('a listing hidden from search is buyable but not discoverable, and its issues name the reason', async () => {
  post('searchSuppressed');

  const answer = (await sweep()).get('listing');
  expect(answer).toContain('"status":["BUYABLE"]');
  expect(answer).toContain('"actions":[{"action":"SEARCH_SUPPRESSED"}]');
});

test('a product without its main image keeps its other images', async () => {
  post('imageRemoved');

  const answer = (await sweep()).get('catalog');
  expect(answer).not.toContain('"variant":"MAIN"');
  expect(answer).toContain('"variant":"PT01"');
});

test('a product without buyable listings has no offers and no buy box', async () => {
  product.rivals = [];
  post('listingSuspended');

  const answer = (await sweep()).get('offers');
  expect(answer).toContain('"status":"NoBuyableOffers"');
  expect(answer).toContain('"Summary":{"TotalOfferCount":0},"Offers":[]');
});

test('a product without an add-to-cart button has offers but no buy box', async () => {
  post('addToCartRemoved');

  const answers = await sweep();
  expect(answers.get('offers')).toContain('"MyOffer":true');
  expect(answers.get('offers')).not.toContain('BuyBoxPrices');
  expect(answers.get('offers')).not.toContain('"IsBuyBoxWinner":true');
  expect(answers.get('page')).not.toContain('buybox_winner');
});
