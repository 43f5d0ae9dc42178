import { expect, test } from 'vitest';
import { offer, offersOf, usd } from '../../../testing/fact-builders.ts';
import { judgeInTurn, judgeLook, verdicts, type Look } from '../../../testing/verdict-table.ts';
import lostBuybox from './lost-buybox.ts';

const wins = { isBuyBoxWinner: true };
const untold = { isBuyBoxWinner: null };
const ours: Look = { now: { offers: [offersOf([offer('OURS', 3490, wins), offer('A2XYZ', 3500)])] } };
const lost: Look = { now: { offers: [offersOf([offer('A2XYZ', 3149, wins), offer('OURS', 3490)])] } };
const nobodys: Look = { now: { offers: [offersOf([offer('A2XYZ', 3149), offer('OURS', 3490)])] } };
const untoldWinner: Look = {
  now: { offers: [offersOf([offer('A2XYZ', 3149, untold), offer('OURS', 3490, untold)], { buyBox: usd(3149) })] },
};
const toAnother: Look = { now: { offers: [offersOf([offer('B9', 3100, wins), offer('OURS', 3490)])] } };
const whitelist = { whitelist: { US: [{ value: 'A2XYZ' }] } };

verdicts(lostBuybox, [
  ['is ok while we have the buy box', ours, 'ok'],
  ['judges the first look: a buy box that another seller has is an alert', lost, 'alert'],
  ['alerts when another seller takes the buy box', [ours, lost], 'alert'],
  ['stays an alert while it is lost', [ours, lost, lost], 'alert'],
  ['is an improvement when it is won back', [lost, ours], 'improved'],
  ['is plainly ok at the look after that', [lost, ours, ours], 'ok'],
  ['is ok while nobody has the buy box, which is not lost to somebody', [ours, nobodys], 'ok'],
  ['says nothing where the marketplace leaves out who wins', untoldWinner, null],
  ['says nothing of an answer without offers', { now: { offers: [] } }, null],
  ['is ok where we have no offer of our own', { now: { offers: [offersOf([offer('A2XYZ', 3149, wins)])] } }, 'ok'],
  ['is ok when the winner is on the whitelist of this marketplace', { ...lost, settings: whitelist }, 'ok'],
  [
    'alerts when the winner is on the whitelist of another marketplace only',
    { ...lost, settings: { whitelist: { UK: [{ value: 'A2XYZ' }] } } },
    'alert',
  ],
  [
    'is ok while any of our SKUs wins',
    { now: { offers: [...(lost.now.offers ?? []), offersOf([offer('OURS', 3000, wins)], { sku: 'SKU-2' })] } },
    'ok',
  ],
  [
    'says nothing while one of our SKUs may be the winner',
    { now: { offers: [...(lost.now.offers ?? []), ...(untoldWinner.now.offers ?? [])] } },
    null,
  ],
  [
    'alerts when the winner is not among the listed offers',
    { now: { offers: [offersOf([offer('OURS', 3490)], { buyBox: usd(3149), totalOffers: 40 })] } },
    'alert',
  ],
]);

test('the alert names both sellers and their prices', () => {
  const [, alert] = judgeInTurn(lostBuybox, [ours, lost]);

  expect(alert).toMatchObject({
    text: 'The buy box went from you at $34.90 to seller A2XYZ at $31.49',
    from: 'You at $34.90',
    to: 'A2XYZ at $31.49',
    about: 'A2XYZ',
    evidence: [
      { label: 'Your price', value: '$34.90' },
      { label: 'Buy box price', value: '$31.49' },
      { label: 'Offers', value: '2' },
      { label: 'Seller A2XYZ', value: 'has the buy box' },
    ],
  });
});

test('a seller whose name is known is called by it, and stays known by the id', () => {
  const sellerNames = new Map([['A2XYZ', 'Northgate Bargains']]);

  const [alert, wonBack] = judgeInTurn(lostBuybox, [
    { ...lost, sellerNames },
    { ...ours, sellerNames },
  ]);

  expect(alert).toMatchObject({
    text: 'The buy box is with seller Northgate Bargains at $31.49, not with you at $34.90',
    to: 'Northgate Bargains at $31.49',
    about: 'A2XYZ',
    cause: 'seller A2XYZ',
  });
  expect(alert?.evidence?.at(-1)).toEqual({ label: 'Seller A2XYZ', value: 'Northgate Bargains: has the buy box' });
  expect(wonBack?.from).toBe('Northgate Bargains');
});

test('a first look does not claim that the buy box was ours before', () => {
  expect(judgeLook(lostBuybox, lost)).toMatchObject({
    text: 'The buy box is with seller A2XYZ at $31.49, not with you at $34.90',
    from: null,
  });
});

test('the text of a win names the former holder, and the next look has no text', () => {
  const [, wonBack, after] = judgeInTurn(lostBuybox, [lost, ours, ours]);

  expect(wonBack).toMatchObject({ text: 'You have the buy box again at $34.90', from: 'A2XYZ', to: 'You at $34.90' });
  expect(after?.text).toBeNull();
});

test.each([
  ['Nobody has the buy box now', nobodys],
  ['You have no offer now that could have the buy box', { now: { offers: [offersOf([offer('A2XYZ', 3149, wins)])] } }],
  ['A seller on your whitelist has the buy box now', { ...lost, settings: whitelist }],
])('an alert can end without a win: %s', (text, look) => {
  expect(judgeInTurn(lostBuybox, [lost, look]).at(-1)).toMatchObject({ verdict: 'ok', text });
});

test('losing the buy box to another seller than before is news', () => {
  const judgements = judgeInTurn(lostBuybox, [lost, toAnother]);

  expect(judgements.map((judgement) => judgement?.about)).toEqual(['A2XYZ', 'B9']);
});

test('a buy box that goes from one rival to another did not go from us', () => {
  const judgements = judgeInTurn(lostBuybox, [ours, lost, toAnother, toAnother]);

  const text = 'The buy box went from seller A2XYZ to seller B9 at $31.00, not to you at $34.90';
  const between = { text, from: 'A2XYZ', to: 'B9 at $31.00' };
  expect(judgements.slice(2)).toMatchObject([between, between]);
});

test('the rival who had the buy box before stays named after leaving the listing', () => {
  const sellerNames = new Map([['A2XYZ', 'Northgate Bargains']]);
  const judgements = judgeInTurn(lostBuybox, [lost, { ...toAnother, sellerNames }, toAnother]);

  expect(judgements.slice(1).map((judgement) => judgement?.from)).toEqual(['Northgate Bargains', 'Northgate Bargains']);
});

const unnamed: Look = {
  now: { offers: [offersOf([offer('OURS', 3490)], { buyBox: usd(3149), totalOffers: 40 })] },
};

test.each([
  ['nobody, after a rival had it', [lost, nobodys]],
  ['a seller on the whitelist', [{ ...lost, settings: whitelist }]],
  ['a winner that the marketplace does not name', [unnamed]],
])('a buy box that a rival takes from %s did not go from us', (_holder, looks) => {
  expect(judgeInTurn(lostBuybox, [ours, ...looks, toAnother]).at(-1)).toMatchObject({
    text: 'The buy box is with seller B9 at $31.00, not with you at $34.90',
    from: null,
  });
});

test('a winner whom an answer does not name is no other rival', () => {
  const judgements = judgeInTurn(lostBuybox, [ours, lost, unnamed, lost]);

  expect(judgements.slice(1).map((judgement) => judgement?.about)).toEqual(['A2XYZ', 'A2XYZ', 'A2XYZ']);
  expect(judgements[2]).toMatchObject({
    text: 'The buy box went from you at $34.90 to another seller at $31.49',
    to: 'Another seller at $31.49',
  });
  expect(judgements[3]?.text).toBe(judgements[1]?.text);
});

test('a winner whom an answer does not name may still be the seller on the whitelist', () => {
  const allowed = { settings: whitelist };
  const judgements = judgeInTurn(lostBuybox, [
    { ...lost, ...allowed },
    { ...unnamed, ...allowed },
    { ...toAnother, ...allowed },
    { ...ours, ...allowed },
    { ...unnamed, ...allowed },
  ]);

  expect(judgements.map((judgement) => judgement?.verdict)).toEqual(['ok', 'ok', 'alert', 'improved', 'alert']);
});

test('the name of a winner who was not named before is no news', () => {
  const [, named] = judgeInTurn(lostBuybox, [unnamed, lost]);

  expect(named).toMatchObject({ about: 'A2XYZ', isFewer: true, to: 'A2XYZ at $31.49' });
});

test('our price is told with shipping, as the price of the buy box is', () => {
  const mailed = offer('OURS', 2990, { shippingCents: 499 });
  const toCheaper: Look = { now: { offers: [offersOf([offer('A2XYZ', 3149, wins), mailed])] } };
  const back: Look = { now: { offers: [offersOf([offer('A2XYZ', 3549), { ...mailed, ...wins }])] } };

  const [alert, wonBack] = judgeInTurn(lostBuybox, [toCheaper, back]);

  expect(alert?.text).toBe('The buy box is with seller A2XYZ at $31.49, not with you at $34.89 with shipping');
  expect(alert?.evidence).toContainEqual({ label: 'Your price', value: '$34.89 with shipping' });
  expect(wonBack?.text).toBe('You have the buy box again at $34.89 with shipping');
});

test('a buy box that was ours again is lost from us again', () => {
  expect(judgeInTurn(lostBuybox, [ours, lost, nobodys, ours, lost]).at(-1)?.from).toBe('You at $34.90');
});

test('settings that no longer parse count as the defaults', () => {
  expect(judgeLook(lostBuybox, { ...lost, settings: { whitelist: 'A2XYZ' } })?.verdict).toBe('alert');
});
