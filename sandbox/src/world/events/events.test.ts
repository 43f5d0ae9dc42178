import { beforeEach, describe, expect, test } from 'vitest';
import { createManualClock } from '../clock.ts';
import { applyEvent } from './events.ts';
import { offersOf } from '../model/offers.ts';
import { isBuyable, type Product } from '../model/product.ts';
import { createWorld, type World } from '../world.ts';

let world: World;
let alone: Product;
let contested: Product;

beforeEach(() => {
  const clock = createManualClock(new Date('2026-11-20T12:00:00Z'));
  world = createWorld({ seed: 'events', clock, publicUrl: 'http://sandbox.test' });
  const offered = world.products.filter((product) => world.listingsOf(product).some(isBuyable));
  const [first, second] = offered.filter(({ rivals }) => rivals.length > 1);
  if (!first || !second) throw new Error('The world has no product suitable for this test');
  [alone, contested] = [first, second];
  alone.rivals = [];
});

const post = (type: string, product: Product, more: object = {}) =>
  applyEvent(world, { type, asin: product.asin, marketplace: product.marketplace, ...more });
const winnerOf = (product: Product) =>
  offersOf(product, world.listingsOf(product)).find((offer) => offer.isBuyBoxWinner);
const priceOf = (product: Product) => world.listingsOf(product)[0]?.priceCents;

describe('An event', () => {
  test('is recorded in the ledger with its changes', () => {
    const entry = post('priceChanged', alone, { price: 12.34 });

    expect(entry).toMatchObject({
      id: 1,
      kind: 'event',
      type: 'priceChanged',
      asin: alone.asin,
      sellerId: alone.sellerId,
    });
    expect(entry.detail).toEqual({ from: alone.usualPriceCents / 100, to: 12.34 });
    expect(world.ledger.entriesAfter(0)).toEqual([entry]);
  });

  test.each([
    ['an unknown type', { type: 'meteorFell', asin: 'B0', marketplace: 'US' }, 'Unknown event type meteorFell'],
    ['an inherited name as type', { type: 'constructor', asin: 'B0', marketplace: 'US' }, 'Unknown event type'],
    [
      'an unknown ASIN',
      { type: 'priceChanged', asin: 'B0NOTHING0', marketplace: 'US' },
      'No product has ASIN B0NOTHING0',
    ],
    ['a missing marketplace', { type: 'priceChanged', asin: 'B0' }, 'marketplace'],
    ['no object at all', 'priceChanged', 'Invalid event'],
  ])('with %s is refused with a clear message', (_name, event, message) => {
    expect(() => applyEvent(world, event)).toThrow(message);
    expect(world.ledger.entriesAfter(0)).toEqual([]);
  });

  test('with an undeclared field is refused', () => {
    expect(() => post('imageRemoved', alone, { price: 3 })).toThrow('Invalid event');
  });

  test('without effect is refused', () => {
    post('imageRemoved', alone);

    expect(() => post('imageRemoved', alone)).toThrow('has no main image already');
    expect(() => post('buyBoxWon', alone)).toThrow('has the buy box already');
    expect(() => post('listingRestored', alone)).toThrow('is not suspended already');
    expect(() => post('sellerLeft', alone)).toThrow('No such rival');
  });
});

describe('The event', () => {
  test('priceChanged without a price lowers the price by a fifth, and restores it the next time', () => {
    post('priceChanged', alone);
    expect(priceOf(alone)).toBe(Math.round(alone.usualPriceCents * 0.8));

    post('priceChanged', alone);
    expect(priceOf(alone)).toBe(alone.usualPriceCents);
  });

  test('buyBoxLost lets an existing rival undercut the price and win, and buyBoxWon returns the buy box', () => {
    const rivals = contested.rivals.length;

    post('buyBoxLost', contested);
    expect(winnerOf(contested)?.sellerId).not.toBe(contested.sellerId);
    expect(winnerOf(contested)?.priceCents).toBeLessThan(priceOf(contested) ?? 0);
    expect(contested.rivals).toHaveLength(rivals);

    post('buyBoxWon', contested);
    expect(winnerOf(contested)?.sellerId).toBe(contested.sellerId);
  });

  test('buyBoxLost for a product without rivals adds a rival', () => {
    expect(post('buyBoxLost', alone).detail).toMatchObject({ joined: true });
    expect(winnerOf(alone)?.sellerId).toBe(alone.rivals[0]?.sellerId);
  });

  test('sellerJoined and sellerLeft change the offers but not the buy box holder', () => {
    post('sellerJoined', alone, { sellerId: 'A1HIJACKER0001' });
    expect(alone.rivals.map(({ sellerId }) => sellerId)).toEqual(['A1HIJACKER0001']);
    expect(winnerOf(alone)?.sellerId).toBe(alone.sellerId);

    post('sellerLeft', alone, { sellerId: 'A1HIJACKER0001' });
    expect(alone.rivals).toEqual([]);
  });

  test('listingSuspended removes the seller’s offers, and listingRestored returns them', () => {
    post('listingSuspended', alone);
    expect(offersOf(alone, world.listingsOf(alone))).toEqual([]);

    post('listingRestored', alone);
    expect(winnerOf(alone)?.sellerId).toBe(alone.sellerId);
  });

  test('priceChanged or buyBoxLost is refused for a suspended product', () => {
    post('listingSuspended', contested);

    const cheapest = contested.rivals.toSorted((a, b) => a.priceCents - b.priceCents)[0];
    expect(winnerOf(contested)?.sellerId).toBe(cheapest?.sellerId);
    expect(() => post('priceChanged', contested)).toThrow('has no active offer of ours');
    expect(() => post('buyBoxLost', contested)).toThrow('has no active offer of ours');
  });
});
