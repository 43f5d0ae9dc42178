import type { ListingFacts } from '@app/shared/watchdogs/facts/observations.ts';
import { expect, test } from 'vitest';
import type { KnownListing } from './own-quantity-queries.ts';
import { ofOwnQuantity } from './own-quantity.ts';

const at = new Date('2026-06-15T12:00:00Z');
const facts: ListingFacts = {
  status: ['BUYABLE', 'DISCOVERABLE'],
  issues: [],
  ownQuantity: 12,
  isFulfilledByAmazon: false,
  isChild: null,
};
const amazons: ListingFacts = { ...facts, ownQuantity: null, isFulfilledByAmazon: true };

const us = (known: Partial<ListingFacts> | null, isTracked = true): KnownListing => ({
  productId: '1',
  asin: 'B01',
  sku: 'SK-1',
  marketplace: 'US',
  isTracked,
  isActive: true,
  facts: known && { ...facts, ...known },
  hash: known && 'hash of the known facts',
});
const ca = (known: Partial<ListingFacts> | null, isTracked = true): KnownListing => ({
  ...us(known, isTracked),
  productId: '2',
  marketplace: 'CA',
});

/** Returns the listings whose quantity is taken from the message, and those that are asked for. */
function meant(listings: readonly KnownListing[], quantity: number) {
  const consequence = ofOwnQuantity(listings, { quantity, at });
  if (consequence.outcome === 'observed') return consequence.observations.map(({ productId }) => `takes ${productId}`);
  if (consequence.outcome !== 'reread') return consequence.outcome;
  const verb = consequence.mayWait ? 'reads soon' : 'reads';
  return consequence.targets.map(({ productId }) => `${verb} ${productId}`);
}

test.each([
  ['the only listing', { of: [us({})], told: 11 }, ['takes 1']],
  ['marketplaces that had the same number', { of: [us({}), ca({})], told: 11 }, ['takes 1', 'takes 2']],
  [
    'marketplaces whose numbers differ',
    { of: [us({}), ca({ ownQuantity: 7 })], told: 11 },
    ['reads soon 1', 'reads soon 2'],
  ],
  ['the last unit', { of: [us({})], told: 0 }, ['reads 1']],
  ['what was sold out', { of: [us({ ownQuantity: 0 })], told: 9 }, ['reads 1']],
  ['what was sold out in one of them', { of: [us({}), ca({ ownQuantity: 0 })], told: 9 }, ['reads 1', 'reads 2']],
  ['one that Amazon sends elsewhere', { of: [us({}), ca(amazons)], told: 11 }, ['takes 1']],
  ['a number that is known where it is ours', { of: [us({}), ca(amazons)], told: 12 }, ['reads 2']],
  ['a number that is known everywhere', { of: [us({}), ca({})], told: 12 }, 'nothing new'],
  ['one that Amazon sent until now', { of: [us(amazons)], told: 11 }, ['reads 1']],
  ['one that was never looked at', { of: [us({}), ca(null)], told: 11 }, ['reads 1', 'reads 2']],
  ['one of which it is not known who sends it', { of: [us({ isFulfilledByAmazon: null })], told: 11 }, ['reads 1']],
  ['one that nobody watches', { of: [us({}, false)], told: 11 }, 'unknown product'],
  ['one that is watched in one marketplace', { of: [us({}), ca({ ownQuantity: 7 }, false)], told: 11 }, ['takes 1']],
])('a quantity of %s', (_what, { of, told }, expected) => {
  expect(meant(of, told)).toEqual(expected);
});

test('a quantity that is taken leaves the other facts as they are known and is dated by the message', () => {
  expect(ofOwnQuantity([us({ issues: null })], { quantity: 3, at })).toEqual({
    outcome: 'observed',
    source: 'listings-items',
    observations: [
      {
        productId: '1',
        aspect: 'listing',
        sku: 'SK-1',
        facts: { ...facts, issues: null, ownQuantity: 3 },
        observedAt: at,
        completes: 'hash of the known facts',
      },
    ],
  });
});
