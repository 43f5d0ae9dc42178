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
/** The units and the sales of a day over the last 40 days. */
const selling = (units: number, aDay: number, given: Partial<Look> = {}): Look =>
  look(units, { ...given, now: { sales: sales(Array.from({ length: 40 }, () => aDay)) } });

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
  ['stays a warning until it lasts for no more days than the alert threshold', [look(41), look(23)], 'warning'],
  [
    'stays an alert until it lasts for more than a fifth longer, rounded up',
    [14, 18].map((units) => look(units, { own: { alertDays: 7, warningDays: 20 } })),
    'alert',
  ],
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

test('the alert of a stock that has run out leads from stock to none, and that of one that was never there from nothing', () => {
  expect(judgeInTurn(inventory, [look(100), look(0)]).at(-1)).toMatchObject({ from: 'In stock', to: '0 units' });
  expect(judgeLook(inventory, look(0))).toMatchObject({ from: null, to: '0 units' });
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
  const single = look(0, { now: { stock: [stock('A', 0, { inbound: 1 })] } });
  expect(judgeLook(inventory, single)?.text).toBe('Out of Stock, 1 unit inbound');
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

test.each<[string, readonly Look[], string]>([
  ['lowered', [look(41), look(41, { own: { alertDays: 5, warningDays: 15 } })], '20 days left at 2.0 a day'],
  ['cleared', [look(41), look(41, unset)], 'No alert thresholds have been set yet. Use setup at the top.'],
  [
    'cleared while a few units come back',
    [look(21), look(23, unset)],
    'No alert thresholds have been set yet. Use setup at the top.',
  ],
  [
    'left, but the lookback is changed',
    [
      look(60, {
        now: { sales: sales([...Array.from({ length: 30 }, () => 5), ...Array.from({ length: 10 }, () => 1)]) },
      }),
      look(60, {
        own: { ...thresholds, velocityLookbackDays: 10 },
        now: { sales: sales([...Array.from({ length: 30 }, () => 5), ...Array.from({ length: 10 }, () => 1)]) },
      }),
    ],
    '60 days left at 1.0 a day',
  ],
])('a low stock ends without an improvement when the thresholds are %s', (_, looks, text) => {
  expect(judgeInTurn(inventory, looks).at(-1)).toMatchObject({ verdict: 'ok', text, about: null });
});

const verdictWith = (own: Look['own']) => judgeInTurn(inventory, [look(21), look(21, { own })]).at(-1)?.verdict;

test('a changed threshold applies at once, and judges an alert anew', () => {
  expect(verdictWith({ alertDays: 9, warningDays: 20 })).toBe('warning');
  expect(verdictWith({ alertDays: 9, warningDays: null })).toBe('ok');
  const lookback = { own: { ...thresholds, velocityLookbackDays: 10 } };
  expect(judgeInTurn(inventory, [look(41), look(43, lookback)]).at(-1)?.verdict).toBe('ok');
});

test('an alert that is a warning by a changed threshold is no news, one that a shipment makes a warning is', () => {
  const [, byThreshold] = judgeInTurn(inventory, [look(21), look(21, { own: { alertDays: 9, warningDays: 20 } })]);
  const [, byShipment] = judgeInTurn(inventory, [look(0), look(30)]);

  expect(byThreshold).toMatchObject({ verdict: 'warning', isFewer: true });
  expect(byShipment).toMatchObject({ verdict: 'warning', isFewer: false });
});

test('a warning comes before its alert, not on the same day', () => {
  expect(inventory.findContradiction({ alertDays: 10, warningDays: 10 })).toMatchObject({ setting: 'warningDays' });
  expect(inventory.findContradiction({ alertDays: 10, warningDays: 11 })).toBeNull();
});

test('slower sales are an improvement, but no restock', () => {
  const [, slower] = judgeInTurn(inventory, [look(41), selling(41, 1)]);
  const [, withReturns] = judgeInTurn(inventory, [look(41), selling(42, 1)]);
  const [, unsold] = judgeInTurn(inventory, [look(41), selling(41, 0)]);

  expect(slower).toMatchObject({ verdict: 'improved', text: 'Lasts longer again: 41 days left', to: '41 days left' });
  expect(withReturns).toMatchObject({ verdict: 'improved', text: 'Lasts longer again: 42 days left' });
  expect(unsold).toMatchObject({ verdict: 'improved', text: 'Lasts longer again: none sold lately', to: '41 units' });
});

test('a restock is an improvement, also when the thresholds are changed with it', () => {
  const [, filled] = judgeInTurn(inventory, [look(21), look(100)]);
  const [, cleared] = judgeInTurn(inventory, [look(21), look(100, unset)]);
  const [, some] = judgeInTurn(inventory, [look(0), look(1, unset)]);

  expect(filled).toMatchObject({ verdict: 'improved', text: 'In stock again: 50 days left' });
  expect(cleared).toMatchObject({ verdict: 'improved', text: 'In stock again: 50 days left' });
  expect(some).toMatchObject({ verdict: 'improved', text: 'In stock again: 0 days left' });
});

test('a low stock ends without an improvement when no sales are known any more, unless it is filled up', () => {
  const unknown = { now: { sales: sales([]) } };

  expect(judgeInTurn(inventory, [look(21), look(21, unknown)]).at(-1)).toMatchObject({
    verdict: 'ok',
    text: 'Sales data not avail. yet',
  });
  expect(judgeInTurn(inventory, [look(21), look(100, unknown)]).at(-1)).toMatchObject({
    verdict: 'improved',
    text: 'In stock again: 100 units',
  });
});

test('a low stock that was judged before its units were remembered ends as a restock', () => {
  const open: Look = { ...look(100), item: { status: 1, about: 'days left' }, memory: { hadStock: true } };

  expect(judgeLook(inventory, open)).toMatchObject({ verdict: 'improved', text: 'In stock again: 50 days left' });
});

test('the memory of enough stock does not change with orders', () => {
  const [one, other] = judgeInTurn(inventory, [look(100), look(99)]);
  const [, again] = judgeInTurn(inventory, [look(21), look(100)]);

  expect(one?.memory).toEqual({ hadStock: true });
  expect(other?.memory).toEqual(one?.memory);
  expect(again?.memory).toEqual(one?.memory);
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

test('the pace is that of the last 1 to 120 days', () => {
  const accepted = [0, 1, 120, 121].filter(
    (velocityLookbackDays) => inventory.ownSettings.safeParse({ ...thresholds, velocityLookbackDays }).success,
  );

  expect(accepted).toEqual([1, 120]);
});
