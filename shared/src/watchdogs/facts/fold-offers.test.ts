import { describe, expect, test } from 'vitest';
import { offer, offersOf, usd } from '../../../testing/fact-builders.ts';
import { foldOffers } from './fold-offers.ts';

const wins = { isBuyBoxWinner: true };
const lost = offersOf([offer('A', 900, wins), offer('OURS', 1000)]);
const won = offersOf([offer('A', 900), offer('OURS', 950, wins)], { sku: 'SKU-2' });

const fold = (...listings: Parameters<typeof foldOffers>[0]) => foldOffers(listings, ['OURS']);

describe('several SKUs of one product', () => {
  test('any own SKU that wins has the buy box', () => {
    expect(fold(lost, won)?.buyBox).toEqual({ holder: 'us' });
  });

  test('the own price is the lowest of the SKUs', () => {
    expect(fold(lost, won)?.ownPrice).toEqual(usd(950));
  });

  test('the own price with shipping is the lowest sum of one offer', () => {
    const shipped = offersOf([offer('OURS', 930, { shippingCents: 50 })], { sku: 'SKU-2' });

    expect(fold(lost, shipped)?.ownLanded).toEqual({ ...usd(980), shippingCents: 50 });
    expect(fold(lost, shipped)?.ownPrice).toEqual(usd(930));
  });

  test('a seller who is listed under several SKUs counts once, at the lowest price', () => {
    const dearer = offersOf([offer('A', 990), offer('B', 800)], { sku: 'SKU-2' });

    expect(fold(lost, dearer)?.others).toEqual([
      { sellerId: 'A', price: usd(900) },
      { sellerId: 'B', price: usd(800) },
    ]);
  });

  test('an offer of our other SKU is ours though it is not marked as ours', () => {
    const unmarked = offersOf([offer('OURS', 900, { ...wins, isMine: false }), offer('OURS', 1000)]);

    expect(fold(unmarked)?.buyBox).toEqual({ holder: 'us' });
    expect(fold(unmarked)?.others).toEqual([]);
  });

  test('an offer without a seller id names no seller', () => {
    expect(fold(offersOf([offer('', 900), offer('OURS', 1000)]))?.others).toEqual([]);
  });

  test('an SKU whose answer says nothing is left out', () => {
    const silent = offersOf([], { sku: 'SKU-2', totalOffers: null });

    expect(fold(lost, silent)).toEqual(fold(lost));
    expect(fold(silent)).toBeNull();
  });
});

describe('the holder of the buy box', () => {
  test('is another seller, at the price of the featured offer', () => {
    expect(fold(lost)?.buyBox).toEqual({ holder: 'other', sellerId: 'A', price: usd(900) });
  });

  test('is the cheaper one of two winners', () => {
    const two = offersOf([offer('B', 890, wins), offer('A', 900, wins), offer('OURS', 1000)]);

    expect(fold(two)?.buyBox).toMatchObject({ sellerId: 'B' });
  });

  test('is us while we are one of two winners', () => {
    expect(fold(offersOf([offer('B', 890, wins), offer('OURS', 900, wins)]))?.buyBox).toEqual({ holder: 'us' });
  });

  test('is nobody without a featured offer', () => {
    expect(fold(offersOf([offer('A', 900), offer('OURS', 1000)]))?.buyBox).toEqual({ holder: 'nobody' });
  });

  test('is unknown when our offer is beyond the listed ones and no winner is among these', () => {
    const beyond = offersOf([offer('A', 900)], { ownPrice: usd(1000), buyBox: usd(950), totalOffers: 30 });

    expect(fold(beyond)?.buyBox).toEqual({ holder: 'unknown' });
  });

  test('is unknown when only the cheaper offers are listed and ours is not among them', () => {
    const twenty = Array.from({ length: 20 }, (_, index) => offer(`S${index}`, 900 + index, index === 0 ? wins : {}));

    expect(fold(offersOf(twenty, { totalOffers: 28 }))?.buyBox).toEqual({ holder: 'unknown' });
  });

  test('is unknown when a winner is marked but no offer is featured', () => {
    expect(fold({ ...lost, buyBox: null })?.buyBox).toEqual({ holder: 'unknown' });
  });

  test('is not asked for when we have no offer', () => {
    expect(fold(offersOf([offer('A', 900, wins)]))?.buyBox).toEqual({ holder: 'notOffered' });
  });
});

test('the list is truncated when it holds fewer offers than exist, or 20 without a total', () => {
  const twenty = Array.from({ length: 20 }, (_, index) => offer(`S${index}`, 900 + index));

  expect(fold(offersOf([offer('A', 900)], { totalOffers: 2 }))?.isTruncated).toBe(true);
  expect(fold(offersOf(twenty, { totalOffers: null }))?.isTruncated).toBe(true);
  expect(fold(offersOf(twenty))?.isTruncated).toBe(false);
  expect(fold(offersOf([offer('A', 900)], { totalOffers: null }))?.isTruncated).toBe(false);
});
