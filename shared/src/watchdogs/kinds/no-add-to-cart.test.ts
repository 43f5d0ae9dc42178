import { expect, test } from 'vitest';
import { badges, issue, listing, offer, offersOf, stock, usd } from '../../../testing/fact-builders.ts';
import type { Facts } from '../facts/observations.ts';
import { judgeInTurn, someInstant, verdicts, type Look } from '../../../testing/verdict-table.ts';
import noAddToCart from './no-add-to-cart.ts';

const wins = { isBuyBoxWinner: true };
const untold = { isBuyBoxWinner: null };
const looking = (offers: Facts['offers'], known: Partial<Facts> = {}, minutes = 0): Look => ({
  now: { offers, ...known },
  at: new Date(someInstant.getTime() + minutes * 60_000),
});
const nobodys = [offersOf([offer('A2XYZ', 3149), offer('OURS', 3490)])];
const ours = [offersOf([offer('OURS', 3490, wins), offer('A2XYZ', 3500)])];
const theirs = [offersOf([offer('A2XYZ', 3149, wins), offer('OURS', 3490)])];

const nobody = (known: Partial<Facts> = {}, minutes = 0): Look => looking(nobodys, known, minutes);
const pageWith = (hasAddToCart: boolean | null) => ({ badges: badges({ hasAddToCart }) });
const suspended = listing('SKU-1', { issues: [issue({ enforcements: ['LISTING_SUPPRESSED'] })] });

verdicts(noAddToCart, [
  ['is ok while we have the buy box', looking(ours), 'ok'],
  ['is ok while another seller has it, which is another matter', looking(theirs), 'ok'],
  ['judges the first look: an offer of ours and nobody in the buy box is an alert', nobody(), 'alert'],
  ['alerts when nobody has the buy box any more', [looking(ours), nobody()], 'alert'],
  ['is an improvement when somebody has it again', [nobody(), looking(theirs)], 'improved'],
  ['is plainly ok at the look after that', [nobody(), looking(ours), looking(ours)], 'ok'],
  ['is ok where we have no offer of our own', looking([offersOf([offer('A2XYZ', 3149)])]), 'ok'],
  ['says nothing of an answer without offers', looking([]), null],
  [
    'says nothing where the marketplace leaves out who wins',
    looking([offersOf([offer('OURS', 3490, untold)], { buyBox: null })]),
    null,
  ],
  [
    'alerts when it is told of one offer only',
    looking([offersOf([offer('A2XYZ', 3149, untold), offer('OURS', 3490)])]),
    'alert',
  ],
  [
    'says nothing where the winner of the buy box is left out',
    looking([offersOf([offer('OURS', 3490, untold)], { buyBox: usd(3490) })]),
    null,
  ],
  ['alerts when the page has no button either', nobody(pageWith(false)), 'alert'],
  ['alerts when the page does not tell', nobody(pageWith(null)), 'alert'],
  ['waits while the page still has the button', nobody(pageWith(true)), 'ok'],
  ['alerts as soon as the page has lost it', [nobody(pageWith(true)), nobody(pageWith(false), 10)], 'alert'],
  ['alerts when the page was not looked at for an hour', [nobody(pageWith(true)), nobody(pageWith(true), 60)], 'alert'],
  [
    'believes a page that got its button back',
    [nobody(pageWith(false)), nobody(pageWith(true), 10), nobody(pageWith(true), 600)],
    'ok',
  ],
  [
    'keeps believing it when the next page does not tell',
    [nobody(pageWith(false)), nobody(pageWith(true), 10), nobody(pageWith(null), 600)],
    'ok',
  ],
  ['leaves a suspended listing to the watchdog for that', nobody({ listing: [suspended] }), 'ok'],
  [
    'leaves an empty shelf to the watchdogs for that',
    nobody({ listing: [listing('SKU-1')], stock: [stock('SKU-1', 0)] }),
    'ok',
  ],
  ['alerts while one SKU could be sold', nobody({ listing: [suspended, listing('SKU-2')] }), 'alert'],
]);

test('the alert contains the state of the buy box and of the page', () => {
  const [, alert] = judgeInTurn(noAddToCart, [looking(ours), nobody(pageWith(false))]);

  expect(alert).toMatchObject({
    text: 'The page has no add-to-cart button: nobody has the buy box',
    from: 'Add to cart',
    to: 'See all buying options',
    evidence: [
      { label: 'Your price', value: '$34.90' },
      { label: 'Offers', value: '2' },
      { label: 'Product page', value: 'no button' },
    ],
  });
});

test('the text does not claim that a page that got its button back had it all the time', () => {
  const [, back] = judgeInTurn(noAddToCart, [nobody(pageWith(false)), nobody(pageWith(true), 10)]);

  expect(back?.text).toBe('Nobody has the buy box, though the page has its add-to-cart button');
});

test('a page that holds the alert back is judged again after an hour', () => {
  const [waiting] = judgeInTurn(noAddToCart, [nobody(pageWith(true))]);

  expect(waiting?.againAt).toEqual(new Date(someInstant.getTime() + 3_600_000));
});

test.each([
  ['suspended', { listing: [suspended] }],
  ['not active', { listing: [listing('SKU-1', { status: ['DISCOVERABLE'] })] }],
  ['out of stock', { listing: [listing('SKU-1', { isFulfilledByAmazon: false, ownQuantity: 0 })] }],
])('a listing that is %s explains why nobody has the buy box', (reason, known) => {
  const [judgement] = judgeInTurn(noAddToCart, [nobody(known)]);

  expect(judgement?.text).toBe(`Nobody has the buy box: your listing is ${reason}`);
});

test.each([
  ['You have', ours],
  ['Another seller has', theirs],
])('the end of the alert says: %s the buy box', (to, offers) => {
  const [, back, after] = judgeInTurn(noAddToCart, [nobody(), looking(offers), looking(offers)]);

  expect(back).toMatchObject({
    text: `The add-to-cart button is back: ${to.toLowerCase()} the buy box`,
    from: 'No button',
    to: `${to} the buy box`,
  });
  expect(after?.text).toBeNull();
});

test('the text says so when our own offer is gone in between', () => {
  const gone = looking([offersOf([offer('A2XYZ', 3149)])]);
  const judgements = judgeInTurn(noAddToCart, [gone, nobody(), gone]);

  expect(judgements.map((judgement) => [judgement?.text, judgement?.about])).toEqual([
    [null, null],
    ['The page has no add-to-cart button: nobody has the buy box', 'nobody'],
    ['You have no offer now', null],
  ]);
});
