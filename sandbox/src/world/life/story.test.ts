import { beforeEach, expect, test } from 'vitest';
import { createManualClock } from '../clock.ts';
import { step } from './life.ts';
import { statusOf } from './order.ts';
import { offersOf } from '../model/offers.ts';
import { isBuyable } from '../model/product.ts';
import { productOfStory, storyIncidents, playStory, type Incident } from './story.ts';
import { createWorld, type World } from '../world.ts';

const day = 86_400_000;
const start = new Date('2026-11-20T12:00:00Z');
let clock: ReturnType<typeof createManualClock>;
let world: World;

beforeEach(() => {
  clock = createManualClock(start);
  world = createWorld({ seed: 'watchpost', clock, publicUrl: 'http://sandbox.test' });
  playStory(world, 2);
});

const unitsPerDay = (incident: Incident, [fromDaysAgo, toDaysAgo]: readonly [number, number]): number => {
  const { sellerId, asin, marketplace } = productOfStory(world, incident);
  const units = world
    .ordersOf(sellerId)
    .filter((order) => order.asin === asin && order.marketplace === marketplace)
    .filter((order) => statusOf(order, start) !== 'CANCELLED')
    .filter(({ createdAt }) => createdAt.getTime() >= start.getTime() - fromDaysAgo * day)
    .filter(({ createdAt }) => createdAt.getTime() < start.getTime() - toDaysAgo * day)
    .reduce((sum, { quantity }) => sum + quantity, 0);
  return units / (fromDaysAgo - toDaysAgo);
};

test('the story affects six products of three accounts, the same for every seed', () => {
  const products = storyIncidents.map((incident) => productOfStory(world, incident));

  expect(new Set(products).size).toBe(6);
  expect(new Set(products.map(({ sellerId }) => sellerId)).size).toBe(3);
  const other = createWorld({ seed: 'another', clock, publicUrl: 'http://sandbox.test' });
  expect(storyIncidents.map((incident) => productOfStory(other, incident).title)).toEqual(
    products.map(({ title }) => title),
  );
});

test('changes that need an earlier observation happen in the second act', () => {
  const playedWorld = createWorld({ seed: 'watchpost', clock, publicUrl: 'http://sandbox.test' });

  playStory(playedWorld, 1);

  expect(productOfStory(playedWorld, 'hijacked').rivals.some(({ isNewcomer }) => isNewcomer)).toBe(false);
  const suspended = playedWorld.listingsOf(productOfStory(playedWorld, 'suspended'));
  expect(suspended.every(isBuyable)).toBe(true);
  expect(productOfStory(playedWorld, 'badlyReviewed').reviews[1]?.rating).toBeGreaterThan(3);
  expect(playedWorld.ledger.entriesAfter(0)).toEqual([]);
});

test('the second act is played once for repeated requests and recorded in the ledger', () => {
  const product = productOfStory(world, 'badlyReviewed');
  const [rivals, reviews] = [productOfStory(world, 'hijacked').rivals.length, product.reviews.length];

  playStory(world, 2);

  expect(productOfStory(world, 'hijacked').rivals).toHaveLength(rivals);
  expect(product.reviews).toHaveLength(reviews);
  const types = world.ledger.entriesAfter(0).map(({ type }) => type);
  expect(types.toSorted()).toEqual(['listingSuspended', 'reviewPosted', 'sellerJoined']);
});

test('a restarted world has the same hijacker and the same review', () => {
  const again = createWorld({ seed: 'watchpost', clock, publicUrl: 'http://sandbox.test' });
  clock.advance(5000);
  step(again, 100);
  playStory(again, 2);

  for (const incident of ['hijacked', 'badlyReviewed'] as const) {
    const [one, other] = [productOfStory(world, incident), productOfStory(again, incident)];
    expect(other.rivals.map(({ sellerId }) => sellerId)).toEqual(one.rivals.map(({ sellerId }) => sellerId));
    expect(other.reviews.map(({ id }) => id)).toEqual(one.reviews.map(({ id }) => id));
  }
});

test('a new seller undercuts the hijacked product', () => {
  const product = productOfStory(world, 'hijacked');
  const [cheapest] = offersOf(product, world.listingsOf(product));

  expect(cheapest?.sellerId).toBe(product.rivals.find(({ isNewcomer }) => isNewcomer)?.sellerId);
  expect(cheapest?.priceCents).toBeLessThan(product.usualPriceCents * 0.85);
});

test('after a month of falling prices a rival has the buy box, and sales have fallen', () => {
  const product = productOfStory(world, 'undercut');
  const paid = world
    .ordersOf(product.sellerId)
    .filter(({ asin, marketplace }) => asin === product.asin && marketplace === product.marketplace)
    .map(({ unitPriceCents }) => unitPriceCents);

  expect(product.buyBoxSellerId).not.toBe(product.sellerId);
  expect(new Set(paid).size).toBeGreaterThanOrEqual(3);
  expect(unitsPerDay('undercut', [3, 0])).toBeLessThan(unitsPerDay('undercut', [60, 3]));
});

test('one product has stock for less than a week and no inbound units', () => {
  const product = productOfStory(world, 'runningOut');
  const [listing] = world.listingsOf(product);

  expect((listing?.stock.fulfillable ?? 0) / product.demand.unitsPerDay).toBeLessThan(7);
  clock.advance(7 * day);
  step(world, 1);
  expect(
    world
      .listingsOf(product)
      .filter(({ fulfilledBy }) => fulfilledBy === 'AMAZON')
      .some(isBuyable),
  ).toBe(false);
});

test('a listing with recent sales is suspended', () => {
  const product = productOfStory(world, 'suspended');

  expect(world.listingsOf(product).every(({ isSuspended }) => isSuspended)).toBe(true);
  expect(unitsPerDay('suspended', [30, 0])).toBeGreaterThan(0);
});

test('a best seller has a new one-star review on top, followed by one from yesterday', () => {
  const product = productOfStory(world, 'badlyReviewed');
  const [first, second] = product.reviews;

  expect(product.categoryRank).toBe(1);
  expect(first).toMatchObject({ rating: 1, date: start });
  expect(second).toMatchObject({ rating: 1, date: new Date(start.getTime() - day) });
  expect(first?.id).not.toBe(second?.id);
});

test('sales of one product dropped four days ago', () => {
  expect(unitsPerDay('weak', [30, 4])).toBeGreaterThan(10);
  expect(unitsPerDay('weak', [4, 0])).toBeLessThan(6);
});

test('random events do not undo the incidents of the story', () => {
  clock.advance(600_000);
  step(world, 4000);

  expect(productOfStory(world, 'undercut').buyBoxSellerId).not.toBe(productOfStory(world, 'undercut').sellerId);
  expect(world.listingsOf(productOfStory(world, 'suspended'))[0]?.isSuspended).toBe(true);
  expect(productOfStory(world, 'badlyReviewed').reviews[0]?.rating).toBe(1);
});
