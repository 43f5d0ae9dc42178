import { describe, expect, test } from 'vitest';
import { createManualClock } from './clock.ts';
import { applyEvent } from './events/events.ts';
import { step } from './life/life.ts';
import type { Order } from './life/order.ts';
import { isBuyable, type Product } from './model/product.ts';
import { createWorld, type World } from './world.ts';

const day = 86_400_000;
const start = new Date('2026-11-20T12:00:00Z');
const build = (seed: string): World =>
  createWorld({ seed, clock: createManualClock(start), publicUrl: 'http://sandbox.test' });

const isRecent = (at: Date): boolean => start.getTime() - at.getTime() < 60 * day;

const content = (world: World): string =>
  JSON.stringify([world.products, world.listings, ordersOf(world).slice(0, 4000), world.ledger.entriesAfter(0)]);
const ordersOf = (world: World): Order[] => world.sellers.flatMap((seller) => world.ordersOf(seller.sellingPartnerId));

describe('The seeded world', () => {
  test('is the same for the same seed and differs for another seed', () => {
    expect(content(build('one'))).toBe(content(build('one')));
    expect(content(build('one'))).not.toBe(content(build('two')));
  });

  test('develops in the same way for the same seed', () => {
    const [one, other] = [build('one'), build('one')];

    step(one, 500);
    step(other, 500);

    expect(content(one)).toBe(content(other));
  });

  test('has about 180 products in three seller accounts and five marketplaces, and a spare seller', () => {
    const world = build('one');
    const spare = world.sellers.filter(({ isSpare }) => isSpare).map(({ sellingPartnerId }) => sellingPartnerId);
    const products = world.products.filter(({ sellerId }) => !spare.includes(sellerId));

    expect(products).toHaveLength(180);
    expect(new Set(products.map(({ sellerId }) => sellerId)).size).toBe(3);
    expect(new Set(products.map(({ marketplace }) => marketplace))).toEqual(new Set(['US', 'CA', 'UK', 'DE', 'IN']));
    expect(world.products.length - products.length).toBe(25);
  });

  test('has unique ASINs per marketplace and unique SKUs per account and marketplace', () => {
    const { products, listings } = build('one');
    const skus = listings.map(({ sellerId, marketplace, sku }) => `${sellerId} ${marketplace} ${sku}`);

    expect(new Set(products.map(({ marketplace, asin }) => `${marketplace} ${asin}`)).size).toBe(products.length);
    expect(new Set(skus).size).toBe(skus.length);
    expect(products.every(({ asin }) => /^B0[A-Z0-9]{8}$/.test(asin))).toBe(true);
  });

  test('has all cases of discovery: no recent sales, no active offer, and two SKUs for one product', () => {
    const world = build('one');
    const sold = new Set(
      ordersOf(world)
        .filter(({ createdAt }) => isRecent(createdAt))
        .map(({ asin }) => asin),
    );

    expect(world.products.some(({ asin }) => !sold.has(asin))).toBe(true);
    expect(world.products.some((product) => !world.listingsOf(product).some(isBuyable))).toBe(true);
    expect(world.products.some((product) => world.listingsOf(product).length === 2)).toBe(true);
    expect(world.products.every((product) => product.rivals.length > 0)).toBe(true);
  });

  test('gives the buy box to a seller that offers the product', () => {
    const world = build('one');
    const offering = (product: Product): string[] => [
      ...world
        .listingsOf(product)
        .filter(isBuyable)
        .map(({ sellerId }) => sellerId),
      ...product.rivals.map(({ sellerId }) => sellerId),
    ];
    const isHeldWrongly = (product: Product): boolean =>
      offering(product).length > 0 && !offering(product).includes(product.buyBoxSellerId ?? '');

    expect(world.products.filter(isHeldWrongly)).toEqual([]);
  });
});

describe('A random event', () => {
  test('changes prices, buy boxes, sellers and pictures only with a ledger entry', () => {
    const world = build('one');
    const facts = (): string[] =>
      world.products.map((product) =>
        JSON.stringify([
          world.listingsOf(product).map(({ priceCents, isSuspended }) => [priceCents, isSuspended]),
          product.buyBoxSellerId,
          product.rivals.map(({ sellerId }) => sellerId),
          product.hasMainImage,
        ]),
      );
    const before = facts();

    step(world, 3000);

    const quiet = new Set(['rankMoved', 'rivalRepriced', 'rated', 'searchDrifted']);
    const real = world.ledger.entriesAfter(0).filter(({ type }) => !quiet.has(type));
    const touched = new Set(real.map(({ asin, marketplace }) => `${marketplace} ${asin}`));
    const after = facts();
    const changed = world.products.filter((_, index) => before[index] !== after[index]);
    expect(real.length).toBeGreaterThan(0);
    expect(real.length).toBeLessThan(600);
    for (const { marketplace, asin } of changed) expect(touched).toContain(`${marketplace} ${asin}`);
  });

  test('does not undo a posted event for five minutes, but does so later', () => {
    const clock = createManualClock(start);
    const world = createWorld({ seed: 'one', clock, publicUrl: 'http://sandbox.test' });
    const [product] = world.products;
    if (!product) throw new Error('The world is empty');
    applyEvent(world, { type: 'imageRemoved', asin: product.asin, marketplace: product.marketplace });

    clock.advance(299_000);
    step(world, 3000);
    expect(product.hasMainImage).toBe(false);

    clock.advance(1000);
    step(world, 3000);
    expect(product.hasMainImage).toBe(true);
  });
});
