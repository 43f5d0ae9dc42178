import { beforeEach, describe, expect, test } from 'vitest';
import { createManualClock } from '../clock.ts';
import { eventTypes } from './event-types.ts';
import { applyEvent } from './events.ts';
import { isBuyable, type Listing, type Product } from '../model/product.ts';
import { ratingCount, shownTenths } from '../model/reviews.ts';
import { inboundOf } from '../model/stock.ts';
import { createWorld, type ChangeKind, type World } from '../world.ts';

const start = new Date('2026-11-20T12:00:00Z');
let world: World;
let product: Product;

beforeEach(() => {
  world = createWorld({ seed: 'events', clock: createManualClock(start), publicUrl: 'http://sandbox.test' });
  const found = world.products.find(
    (one) =>
      world.listingsOf(one).length === 2 &&
      world.listingsOf(one).every(isBuyable) &&
      one.demand.unitsPerDay > 1 &&
      one.categoryRank > 1 &&
      one.choiceKeywords.length === 0,
  );
  if (!found) throw new Error('The world has no product suitable for this test');
  product = found;
  product.eligibility = 'ELIGIBLE';
});

const post = (type: string, more: object = {}) =>
  applyEvent(world, { type, asin: product.asin, marketplace: product.marketplace, ...more });

function prepare(type: string): void {
  const first = eventTypes[type]?.undoes;
  if (first) post(first);
}

const fieldsOf = (type: string): object => (type === 'searchRankChanged' ? { keyword: 'a phrase', position: 4 } : {});
const atAmazon = (): Listing => listingBy('AMAZON');
const atHome = (): Listing => listingBy('MERCHANT');

function listingBy(fulfilledBy: Listing['fulfilledBy']): Listing {
  const listing = world.listingsOf(product).find((one) => one.fulfilledBy === fulfilledBy);
  if (!listing) throw new Error(`No SKU is shipped by ${fulfilledBy}`);
  return listing;
}

const announced: Readonly<Record<string, readonly ChangeKind[]>> = {
  priceChanged: ['offers'],
  buyBoxLost: ['offers'],
  buyBoxWon: ['offers'],
  sellerJoined: ['offers'],
  sellerLeft: ['offers'],
  addToCartRemoved: ['offers'],
  addToCartRestored: ['offers'],
  primeLost: ['offers'],
  primeWon: ['offers'],
  listingSuspended: ['listing'],
  listingRestored: ['listing'],
  searchSuppressed: ['issues'],
  searchRestored: ['issues'],
  imageRemoved: ['catalog'],
  imageRestored: ['catalog'],
  categoryChanged: ['productType'],
  categoryRestored: ['productType'],
  parentChanged: ['catalog'],
  parentRestored: ['catalog'],
  detailsChanged: ['content'],
  detailsRestored: ['content'],
  packageChanged: ['catalog'],
  packageRestored: ['catalog'],
  parentDetailsChanged: ['parent'],
  parentDetailsRestored: ['parent'],
  reviewPosted: ['page'],
  reviewRemoved: ['page'],
  ratingChanged: ['page'],
  bestSellerBadgeLost: ['rank'],
  bestSellerBadgeWon: ['rank'],
  choiceBadgeLost: ['page'],
  choiceBadgeWon: ['page'],
  subscribeAndSaveLost: ['replenishment'],
  subscribeAndSaveWon: ['replenishment'],
  searchRankChanged: ['page'],
  noise: ['offers'],
  stockChanged: ['stock'],
  ownStockChanged: ['ownStock'],
  salesDropped: [],
  salesRecovered: [],
  fbaFeeChanged: ['fees'],
  fbaFeeRestored: ['fees'],
  feedbackReceived: ['feedback'],
  feedbackRemoved: ['feedback'],
};

describe('Every event', () => {
  test('is listed in the table of announced changes', () => {
    expect(Object.keys(eventTypes).toSorted()).toEqual(Object.keys(announced).toSorted());
  });

  test.each(Object.keys(eventTypes))('%s announces its changes, and has an effect without optional fields', (type) => {
    prepare(type);
    const kinds = new Set<ChangeKind>();
    world.onChange(({ kind }) => kinds.add(kind));

    post(type, fieldsOf(type));

    expect([...kinds]).toEqual(announced[type]);
  });

  const repeatable = new Set([
    'priceChanged',
    'sellerJoined',
    'sellerLeft',
    'detailsChanged',
    'parentDetailsChanged',
    'parentChanged',
    'reviewPosted',
    'reviewRemoved',
    'ratingChanged',
    'stockChanged',
    'ownStockChanged',
    'feedbackReceived',
    'feedbackRemoved',
    'categoryChanged',
    'noise',
  ]);

  test.each(Object.keys(eventTypes).filter((type) => !repeatable.has(type)))(
    '%s is refused if it would have no effect',
    (type) => {
      prepare(type);
      post(type, fieldsOf(type));

      expect(() => post(type, fieldsOf(type))).toThrow(/already/);
    },
  );
});

function state(): unknown {
  const listings = world.listingsOf(product).map((listing) => ({ ...listing, updatedAt: undefined }));
  const parent = world.findParent(product.parentAsin, product.marketplace);
  return structuredClone({ ...product, listings, parent, lastEventAt: undefined });
}

const undoEvents = [
  'detailsRestored',
  'packageRestored',
  'categoryRestored',
  'parentRestored',
  'parentDetailsRestored',
];

test.each([...undoEvents, 'fbaFeeRestored', 'searchRestored', 'primeWon', 'imageRestored', 'addToCartRestored'])(
  '%s restores the previous state',
  (type) => {
    const before = state();

    prepare(type);
    expect(state()).not.toEqual(before);
    post(type);

    expect(state()).toEqual(before);
  },
);

describe('Without fields', () => {
  test('reviewPosted adds a one-star review at the top of the page and counts its rating', () => {
    const [first] = product.reviews;
    const count = ratingCount(product.stars);

    post('reviewPosted');

    expect(product.reviews[0]).toMatchObject({ rating: 1, date: start });
    expect(product.reviews[1]).toEqual(first);
    expect(ratingCount(product.stars)).toBe(count + 1);
  });

  test('reviewRemoved removes the newest review at any position', () => {
    const before = product.reviews;

    post('reviewPosted', { position: 4, rating: 2, title: 'Not good', body: 'At all.' });
    expect(product.reviews[3]).toMatchObject({ title: 'Not good', body: 'At all.', rating: 2 });
    post('reviewRemoved');

    expect(product.reviews).toEqual(before);
  });

  test('ratingChanged lowers the rating by 0.3 stars', () => {
    const before = shownTenths(product.stars) ?? 0;

    post('ratingChanged');

    expect(shownTenths(product.stars)).toBe(before - 3);
  });

  test('stockChanged leaves stock for three days and no inbound units; a second one refills the stock', () => {
    post('stockChanged');
    expect(atAmazon().stock.fulfillable).toBe(Math.ceil(product.demand.unitsPerDay * 3));
    expect(inboundOf(atAmazon().stock)).toBe(0);

    post('stockChanged');
    expect(atAmazon().stock.fulfillable).toBeGreaterThan(product.demand.unitsPerDay * 30);
  });

  test('ownStockChanged leaves two units; a second one refills the stock', () => {
    post('ownStockChanged');
    expect(atHome().ownQuantity).toBe(2);

    post('ownStockChanged');
    expect(atHome().ownQuantity).toBe(40);
  });

  test('fbaFeeChanged raises the fee by a fifth', () => {
    post('fbaFeeChanged');

    expect(atAmazon().fees.fbaCents).toBe(Math.round(atAmazon().fees.usualFbaCents * 1.2));
  });

  test('categoryChanged changes the display group, the browse node and the product type', () => {
    post('categoryChanged');

    expect(product.category.displayGroup).not.toBe(product.usual.category.displayGroup);
    expect(product.category.classificationId).not.toBe(product.usual.category.classificationId);
    expect(product.productType).not.toBe(product.usual.productType);
  });

  test('parentChanged assigns another parent of the same seller', () => {
    post('parentChanged');

    expect(product.parentAsin).not.toBe(product.usual.parentAsin);
    expect(world.findParent(product.parentAsin, product.marketplace)?.sellerId).toBe(product.sellerId);
    expect(world.childrenOf(product.parentAsin, product.marketplace)).toContain(product);
  });

  test('feedbackReceived adds a one-star feedback about the latest order of the product', () => {
    post('feedbackReceived');

    const [latest] = world.feedbackOf(product.sellerId);
    const { asin, marketplace } = product;
    expect(latest).toMatchObject({ rating: 1, asin, marketplace, date: start });
    expect(world.ordersOf(product.sellerId).map(({ orderId }) => orderId)).toContain(latest?.orderId);
  });
});

describe('With fields', () => {
  test('ratingChanged sets the given rating and number of ratings', () => {
    post('ratingChanged', { rating: 3.7, count: 812 });

    expect(shownTenths(product.stars)).toBe(37);
    expect(ratingCount(product.stars)).toBe(812);
  });

  test.each([
    ['title', 'title'],
    ['item_name', 'title'],
    ['material', 'material'],
    ['care_instructions', 'careInstructions'],
  ] as const)('detailsChanged with the attribute %s changes that attribute', (attribute, field) => {
    post('detailsChanged', { attribute, value: 'Something else' });

    expect(product[field]).toBe('Something else');
    expect(product.usual.details[field]).not.toBe('Something else');
  });

  test('detailsChanged splits bullet points by line', () => {
    post('detailsChanged', { attribute: 'bullet_point', value: 'ONE\nTWO' });

    expect(product.bullets).toEqual(['ONE', 'TWO']);
    expect(() => post('detailsChanged', { attribute: 'wheels' })).toThrow('known are item_name, bullet_point');
  });

  test('categoryChanged changes only the given fields', () => {
    post('categoryChanged', { group: 'Toys & Games' });
    expect(product.category).toMatchObject({ displayGroupTitle: 'Toys & Games', title: product.usual.category.title });
    expect(product.productType).toBe(product.usual.productType);

    post('categoryChanged', { productType: 'TOY_FIGURE' });
    expect(product.productType).toBe('TOY_FIGURE');
  });

  test('stockChanged sets the fulfillable and inbound units', () => {
    post('stockChanged', { fulfillable: 7, inbound: 30 });

    expect(atAmazon().stock).toMatchObject({ fulfillable: 7 });
    expect(inboundOf(atAmazon().stock)).toBe(30);
  });

  test('choiceBadgeWon and choiceBadgeLost change the badge of one phrase', () => {
    product.choiceKeywords = [];

    post('choiceBadgeWon', { keyword: 'frying pan' });
    post('choiceBadgeWon', { keyword: 'skillet' });
    post('choiceBadgeLost', { keyword: 'frying pan' });

    expect(product.choiceKeywords).toEqual(['skillet']);
    expect(() => post('choiceBadgeLost', { keyword: 'frying pan' })).toThrow('no such choice badge');
  });

  test('subscribeAndSaveLost sets the given eligibility', () => {
    post('subscribeAndSaveLost', { eligibility: 'SUSPENDED' });

    expect(product.eligibility).toBe('SUSPENDED');
  });

  test('listingSuspended suspends the given SKU only', () => {
    const [first, second] = world.listingsOf(product);

    post('listingSuspended', { sku: second?.sku });

    expect([first?.isSuspended, second?.isSuspended]).toEqual([false, true]);
    expect(() => post('listingSuspended', { sku: 'NONE' })).toThrow('has no SKU NONE');
  });

  test('fbaFeeChanged sets the fee to an amount in whole currency units', () => {
    post('fbaFeeChanged', { amount: 6.4 });

    expect(atAmazon().fees.fbaCents).toBe(640);
  });
});

test('addToCartRemoved keeps the offers and leaves no buy box holder, even when a seller joins', () => {
  const rivals = product.rivals.length;

  post('addToCartRemoved');
  post('sellerJoined');

  expect(product.buyBoxSellerId).toBeUndefined();
  expect(product.rivals).toHaveLength(rivals + 1);
  expect(() => post('buyBoxWon')).toThrow('restore it first');
});

test('noise does not change any fact', () => {
  const before = state();

  post('noise');

  expect({ ...Object(state()), noise: 0 }).toEqual(before);
  expect(product.noise).toBe(1);
});
