import { expect, test } from 'vitest';
import type { OfferFacts } from '@app/shared/watchdogs/facts/observations.ts';
import { moneyOf, offersFacts, settleBuyBox, type OffersMessage } from './offers-facts.ts';

const usd = (cents: number) => ({ cents, currency: 'USD' });

const offer = (sellerId: string, cents: number, more: Partial<OfferFacts> = {}): OfferFacts => ({
  sellerId,
  isMine: false,
  isBuyBoxWinner: false,
  price: usd(cents),
  shippingCents: 0,
  isFulfilledByAmazon: false,
  isPrime: false,
  ...more,
});
const ours = offer('OURS', 1000, { isMine: true, isBuyBoxWinner: true });

const told = (offers: readonly OfferFacts[], more: Partial<OffersMessage> = {}): OffersMessage => ({
  counts: [{ condition: 'new', count: offers.length }],
  totalCount: offers.length,
  buyBoxPrices: [{ condition: 'New', landed: usd(1000) }],
  offers,
  ...more,
});

test('the cheapest landed price comes first, and the order of the answer makes no difference', () => {
  const dear = offer('DEAR', 900, { shippingCents: 500 });
  const cheap = offer('CHEAP', 950);

  const one = offersFacts(told([ours, dear, cheap]));
  const other = offersFacts(told([cheap, ours, dear]));

  expect(one).toMatchObject({ facts: { offers: [{ sellerId: 'CHEAP' }, { sellerId: 'OURS' }, { sellerId: 'DEAR' }] } });
  expect(JSON.stringify(other)).toBe(JSON.stringify(one));
});

test('our own price is that of our own offer, and the buy box is that of new items', () => {
  const buyBoxPrices = [
    { condition: 'Used', landed: usd(500) },
    { condition: 'New', landed: usd(1000) },
  ];

  expect(offersFacts(told([ours], { buyBoxPrices }))).toMatchObject({
    facts: { ownPrice: usd(1000), buyBox: usd(1000) },
  });
});

test('a buy box at no price is not believed', () => {
  const noPrice = told([ours], { buyBoxPrices: [{ condition: 'New', landed: null }] });

  expect(offersFacts(noPrice)).toEqual({ reason: 'somebody has the buy box, at no price' });
});

test('used offers are not counted', () => {
  const counts = [
    { condition: 'used', count: 4 },
    { condition: 'New', count: 1 },
  ];

  expect(offersFacts(told([ours], { counts }))).toMatchObject({ facts: { totalOffers: 1 } });
});

test('a product without offers is a fact', () => {
  expect(offersFacts({ counts: null, totalCount: 0, buyBoxPrices: [], offers: [] })).toEqual({
    facts: { offers: [], totalOffers: 0, buyBox: null, ownPrice: null },
  });
});

test('an answer without a count leaves the number of sellers open', () => {
  expect(offersFacts(told([ours], { counts: null, totalCount: null }))).toMatchObject({ facts: { totalOffers: null } });
});

test('twenty offers are listed when there are more', () => {
  const offers = Array.from({ length: 20 }, (_, index) =>
    offer(`S${index}`, 1000 + index, { isBuyBoxWinner: index === 0 }),
  );

  expect(offersFacts(told(offers, { counts: [{ condition: 'new', count: 35 }] }))).toMatchObject({
    facts: { totalOffers: 35 },
  });
});

test('a product may have one winner with Prime and one without', () => {
  expect(offersFacts(told([ours, offer('OTHER', 1000, { isBuyBoxWinner: true, isPrime: true })]))).toHaveProperty(
    'facts',
  );
});

test.each<[string, OffersMessage]>([
  ['3 offers have the buy box', told(['A', 'B', 'C'].map((id) => offer(id, 1000, { isBuyBoxWinner: true })))],
  ['an offer has the buy box, and the buy box has no price', told([ours], { buyBoxPrices: [] })],
  ['the buy box has a price, and nobody has it', told([offer('A', 1000)])],
  ['2 offers listed, 1 counted', told([ours, offer('A', 1)], { counts: [{ condition: 'new', count: 1 }] })],
  ['5 offers counted, 1 listed', told([ours], { counts: [{ condition: 'new', count: 5 }] })],
  ['prices in several currencies (CAD, USD)', told([ours, offer('A', 1, { price: { cents: 1, currency: 'CAD' } })])],
])('an answer in which %s is not believed', (reason, answer) => {
  expect(offersFacts(answer)).toEqual({ reason });
});

test.each([
  ['without a currency', 10, ''],
  ['whose currency is no code', 10, 'Dollar'],
  ['that is larger than any price', 1e300, 'USD'],
])('an amount %s is unknown, because it could be neither stored nor written', (_what, Amount, CurrencyCode) => {
  expect(moneyOf({ Amount, CurrencyCode })).toBeNull();
});

const open = (...cents: readonly number[]) => {
  const mine = cents.map((amount, index) =>
    offer('OURS', amount, { isMine: true, isBuyBoxWinner: null, isFulfilledByAmazon: index === 1 }),
  );
  const read = offersFacts(told([...mine, offer('RIVAL', 1200, { isBuyBoxWinner: null })]));
  if ('reason' in read) throw new Error(read.reason);
  return read.facts;
};
const winners = ({ offers }: ReturnType<typeof open>) => offers.map(({ isBuyBoxWinner }) => isBuyBoxWinner);

test.each([
  ['ours', { at: [990], isOurs: true }, [true, null]],
  ['not ours', { at: [990], isOurs: false }, [false, null]],
  ['not said', { at: [990], isOurs: null }, [null, null]],
  ['ours, of two offers the one at its price', { at: [990, 1000], isOurs: true }, [false, true, null]],
  ['ours, of two offers neither at its price', { at: [990, 995], isOurs: true }, [null, null, null]],
])('a buy box that is %s decides who has it', (_whose, { at, isOurs }, settled) => {
  expect(winners(settleBuyBox(open(...at), isOurs))).toEqual(settled);
});

test('a buy box whose winner is known, or that has no winner, is not decided again', () => {
  const known = offersFacts(told([ours]));
  const empty = { ...open(990), buyBox: null };

  expect('facts' in known && settleBuyBox(known.facts, false)).toEqual('facts' in known && known.facts);
  expect(settleBuyBox(empty, true)).toBe(empty);
});
