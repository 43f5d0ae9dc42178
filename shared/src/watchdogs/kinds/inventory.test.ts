import { expect, test } from 'vitest';
import { listing, sales, stock } from '../../../testing/fact-builders.ts';
import { judgeInTurn, judgeLook, verdicts, type Look } from '../../../testing/verdict-table.ts';
import inventory from './inventory.ts';

const twoADay = sales(Array.from({ length: 40 }, () => 2));
const thresholds = { alertDays: 10, warningDays: 20 };
const untold = { fulfillable: null, inbound: null, reserved: null, total: null };
const ownListing = (sku: string, ownQuantity: number) => listing(sku, { isFulfilledByAmazon: false, ownQuantity });
const look = (units: number, given: Partial<Look> = {}): Look => ({
  own: thresholds,
  ...given,
  now: { listing: [listing('A')], stock: [stock('A', units)], sales: twoADay, ...given.now },
});
const unset = { own: {} };

verdicts(inventory, [
  ['is ok while there is enough', look(100), 'ok'],
  ['judges the first look: out of stock is an alert', look(0), 'alert'],
  ['alerts when it runs out', [look(100), look(0)], 'alert'],
  ['alerts when it runs out, though no thresholds are set', look(0, unset), 'alert'],
  [
    'alerts when it runs out, though no sales are known',
    { now: { listing: [listing('A')], stock: [stock('A', 0)] } },
    'alert',
  ],
  ['alerts when it lasts for no more days than the alert threshold', look(21), 'alert'],
  ['warns when it lasts for no more days than the warning threshold', look(41), 'warning'],
  ['is ok above both', look(42), 'ok'],
  ['is ok without thresholds, however little is left', look(1, unset), 'ok'],
  ['is ok while no sales are known', look(1, { now: { sales: sales([]) } }), 'ok'],
  ['is ok when none was sold lately', look(1, { now: { sales: sales([0, 0, 0]) } }), 'ok'],
  ['stays a warning while the days left move around the threshold', [look(41), look(43)], 'warning'],
  ['is an improvement when there is stock again', [look(0), look(100)], 'improved'],
  ['is plainly ok at the look after that', [look(0), look(100), look(100)], 'ok'],
  ['is an improvement when low stock is filled up', [look(21), look(100)], 'improved'],
  ['is still an alert when too little comes in', [look(0), look(15)], 'alert'],
  [
    'adds up the SKUs',
    look(0, { now: { listing: [listing('A'), listing('B')], stock: [stock('A', 0), stock('B', 90)] } }),
    'ok',
  ],
  [
    'is ok when the seller ships every SKU',
    look(0, { now: { listing: [ownListing('A', 5)], stock: [stock('A', 0, untold)] } }),
    'ok',
  ],
  [
    'does not count what is left of a SKU that the seller ships now',
    look(0, { now: { listing: [listing('A'), ownListing('B', 5)], stock: [stock('A', 0), stock('B', 50)] } }),
    'ok',
  ],
  [
    'says nothing where Amazon ships and its stock is not told',
    look(0, { now: { stock: [stock('A', 0, untold)] } }),
    null,
  ],
  ['says nothing of a product without listings', look(0, { now: { listing: [], stock: [] } }), null],
  [
    'takes a SKU in the warehouse for one that Amazon ships',
    look(0, { now: { listing: [listing('A', { isFulfilledByAmazon: null })] } }),
    'alert',
  ],
  [
    'is ok for a product that the seller ships and that never was with Amazon',
    look(0, { now: { listing: [listing('A'), ownListing('B', 5)] } }),
    'ok',
  ],
  [
    'alerts when the stock at Amazon is gone, though the seller has some',
    [look(50), look(0, { now: { listing: [listing('A'), ownListing('B', 5)] } })],
    'alert',
  ],
]);

test('the texts are those of the specification', () => {
  expect(judgeLook(inventory, look(0))?.text).toBe('Out of Stock');
  expect(judgeLook(inventory, look(9, { now: { sales: sales([]) } }))?.text).toBe('Sales data not avail. yet');
  expect(judgeLook(inventory, look(9, unset))?.text).toBe(
    'No alert thresholds have been set yet. Use setup at the top.',
  );
});

test('out of stock, the text contains the inbound units', () => {
  const given = { now: { stock: [stock('A', 0, { inbound: 120, reserved: 3 })] } };

  expect(judgeLook(inventory, look(0, given))).toMatchObject({
    text: 'Out of Stock, 120 units inbound',
    about: 'out of stock',
    evidence: [
      { label: 'Inbound', value: '120 units' },
      { label: 'Reserved', value: '3 units' },
      { label: 'SKU', value: 'A' },
    ],
  });
});

test('low stock: the text contains the days left and the pace of sales', () => {
  expect(judgeLook(inventory, look(41))).toMatchObject({
    text: '20 days left: 41 units at 2.0 a day',
    to: '20 days left',
    about: 'days left',
    evidence: [
      { label: 'Fulfillable', value: '41 units' },
      { label: 'Inbound', value: '0 units' },
      { label: 'Sales, last 30 days', value: '2.0 a day' },
    ],
  });
});

test('enough stock: the text contains the days left, but not the units, which change with every order', () => {
  const [one, other] = [look(100), look(101)].map((given) => judgeLook(inventory, given));

  expect(one).toMatchObject({ text: '50 days left at 2.0 a day' });
  expect(other).toEqual(one);
});

test('back in stock: the text contains the days left', () => {
  const [, again] = judgeInTurn(inventory, [look(0), look(100)]);

  expect(again?.text).toBe('In stock again: 50 days left');
});

test('the pace counts only days in stock within the lookback', () => {
  const units = [...Array.from({ length: 10 }, () => 50), 4, 4, 0, 0, 4];
  const facts = sales(units, { outOfStock: units.map((sold) => sold === 0) });

  const judgement = judgeLook(
    inventory,
    look(400, { own: { ...thresholds, velocityLookbackDays: 5 }, now: { sales: facts } }),
  );

  expect(judgement?.text).toBe('100 days left at 4.0 a day');
});

test('the figures behind the days left are part of the judgement', () => {
  const given = [look(0), look(41), look(100), look(9, unset)];

  expect(given.map((one) => judgeLook(inventory, one)?.figures)).toEqual(given.map(() => ({ sold: 60, days: 30 })));
  expect(judgeLook(inventory, look(9, { now: { sales: sales([]) } }))?.figures).toBeNull();
});

test('a product that the seller ships has a text that says so, and its pace', () => {
  const given = look(0, { now: { listing: [ownListing('A', 5)], stock: [] } });

  expect(judgeLook(inventory, given)).toMatchObject({
    verdict: 'ok',
    text: 'You ship this product yourself',
    figures: { sold: 60, days: 30 },
  });
});

test('running out is news; a shipment that is too small is not', () => {
  const judgements = judgeInTurn(inventory, [look(15), look(0), look(15)]);

  expect(judgements.map((judgement) => judgement?.about)).toEqual(['days left', 'out of stock', 'days left']);
  expect(judgements.map((judgement) => judgement?.isFewer ?? false)).toEqual([false, false, true]);
});

test('stock alerts are not mailed by default', () => {
  expect(inventory.mailByDefault).toEqual([]);
});
