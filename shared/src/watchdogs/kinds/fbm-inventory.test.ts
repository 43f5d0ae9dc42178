import { expect, test } from 'vitest';
import { listing } from '../../../testing/fact-builders.ts';
import { judgeInTurn, judgeLook, verdicts, type Look } from '../../../testing/verdict-table.ts';
import fbmInventory from './fbm-inventory.ts';

const own = (ownQuantity: number | null, sku = 'A') => listing(sku, { isFulfilledByAmazon: false, ownQuantity });
const look = (...listings: readonly ReturnType<typeof listing>[]): Look => ({ now: { listing: listings } });
const bound = (given: Look): Look => ({ ...given, own: { alertThreshold: 5 } });
const amazons = listing('FBA');

verdicts(fbmInventory, [
  ['is ok while there is stock', look(own(7)), 'ok'],
  ['judges the first look: none left is an alert', look(own(0)), 'alert'],
  ['alerts when the last unit is gone', [look(own(1)), look(own(0))], 'alert'],
  ['alerts only at none without a threshold', look(own(1)), 'ok'],
  ['alerts at the threshold', bound(look(own(5))), 'alert'],
  ['is ok above the threshold', bound(look(own(6))), 'ok'],
  ['adds up the SKUs', bound(look(own(3), own(3, 'B'))), 'ok'],
  ['is an improvement when there is stock again', [look(own(0)), look(own(4))], 'improved'],
  ['is plainly ok at the look after that', [look(own(0)), look(own(4)), look(own(4))], 'ok'],
  ['is ok when Amazon ships every SKU', look(amazons), 'ok'],
  ['is ok when Amazon has taken over', [look(own(0)), look(amazons)], 'ok'],
  ['says nothing where the quantity is not told', [look(own(4)), look(own(null))], null],
  ['says nothing while one of several quantities is not told', look(own(0), own(null, 'B')), null],
  ['says nothing of a product without listings', look(), null],
  ['says nothing where nobody knows who ships', look(listing('A', { isFulfilledByAmazon: null })), null],
  [
    'takes a quantity of ones own as a sign of who ships',
    look(listing('A', { isFulfilledByAmazon: null, ownQuantity: 0 })),
    'alert',
  ],
  ['is ok for an offer in reserve beside Amazon that never had stock', look(amazons, own(0)), 'ok'],
  ['alerts when an offer beside Amazon runs out', [look(amazons, own(3)), look(amazons, own(0))], 'alert'],
]);

test('the alert contains the units that are left', () => {
  const [, low, none] = judgeInTurn(fbmInventory, [look(own(9)), bound(look(own(2))), look(own(0))]);

  expect(low).toMatchObject({
    text: 'Only 2 units of your own left',
    from: 'In stock',
    to: '2 units',
    about: 'low stock',
    evidence: [
      { label: 'Your stock', value: '2 units' },
      { label: 'Alert threshold', value: '5 units' },
      { label: 'SKU', value: 'A' },
    ],
  });
  expect(none).toMatchObject({ text: 'Out of Stock', from: null, about: 'out of stock' });
});

test('running out is news; too few units that come are not', () => {
  const judgements = judgeInTurn(
    fbmInventory,
    [3, 0, 2].map((units) => bound(look(own(units)))),
  );

  expect(judgements.map((judgement) => judgement?.about)).toEqual(['low stock', 'out of stock', 'low stock']);
  expect(judgements.map((judgement) => judgement?.isFewer ?? false)).toEqual([false, false, true]);
});

test('an ok item has no text unless an alert came before', () => {
  expect(judgeLook(fbmInventory, look(own(7)))?.text).toBeNull();
});

test.each<[string, Look, string]>([
  ['lowered', { ...look(own(4)), own: { alertThreshold: 3 } }, 'The alert threshold is now 3 units'],
  ['cleared', look(own(4)), 'No alert threshold is set any more'],
  ['cleared while one unit comes back', look(own(5)), 'No alert threshold is set any more'],
])('a low stock ends without an improvement when the threshold is %s', (_, changed, text) => {
  const judgements = judgeInTurn(fbmInventory, [bound(look(own(9))), bound(look(own(4))), changed, changed]);

  expect(judgements[2]).toMatchObject({ verdict: 'ok', text, about: null, memory: { hadStock: true } });
  expect(judgements[3]).toMatchObject({ verdict: 'ok', text: null });
});

test('a restock is an improvement, also when the threshold is changed with it', () => {
  const [, filled] = judgeInTurn(fbmInventory, [bound(look(own(4))), look(own(6))]);
  const [, some] = judgeInTurn(fbmInventory, [bound(look(own(0))), look(own(2))]);

  expect(filled).toMatchObject({ verdict: 'improved', text: '6 units of your own in stock again' });
  expect(some).toMatchObject({ verdict: 'improved', text: '2 units of your own in stock again' });
});

test('a low stock that was judged before its threshold was remembered ends as a restock', () => {
  const open: Look = { ...look(own(4)), item: { status: 2, about: 'low stock' }, memory: { hadStock: true } };

  expect(judgeLook(fbmInventory, open)).toMatchObject({ verdict: 'improved' });
});

test('the memory does not change with orders', () => {
  const [plenty, low, less, again] = judgeInTurn(
    fbmInventory,
    [9, 4, 3, 9].map((units) => bound(look(own(units)))),
  );

  expect(less?.memory).toEqual(low?.memory);
  expect([plenty?.memory, again?.memory]).toEqual([{ hadStock: true }, { hadStock: true }]);
});
