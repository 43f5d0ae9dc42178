import { expect, test } from 'vitest';
import { minuteMs } from '@app/shared/base/time.ts';
import { askingSources, observedAt, target } from '../../../../../testing/observing/asking.ts';
import { paceMs } from '../../sweeping/due/pace.ts';
import { inventorySummaries } from './inventory-summaries.ts';

const { answer, ask, calls } = askingSources();

const summary = (sellerSku: unknown, fulfillableQuantity: number, more: object = {}) => ({
  sellerSku,
  fnSku: `X${String(sellerSku)}`,
  totalQuantity: fulfillableQuantity + 9,
  inventoryDetails: {
    fulfillableQuantity,
    inboundWorkingQuantity: 1,
    inboundShippedQuantity: 2,
    inboundReceivingQuantity: 3,
    reservedQuantity: { totalReservedQuantity: 3 },
  },
  ...more,
});
const page = (summaries: readonly unknown[], nextToken?: string) => ({
  body: { payload: { inventorySummaries: summaries }, ...(nextToken !== undefined && { pagination: { nextToken } }) },
});
const nothing = { fulfillable: null, inbound: null, reserved: null, total: null };

test('stock consists of fulfillable, inbound in all three stages, reserved and total units', async () => {
  answer(page([summary('SKU-1', 40)]));

  const seen = await ask(inventorySummaries, [target(1)]);

  const facts = { fulfillable: 40, inbound: 6, reserved: 3, total: 49 };
  expect(seen).toEqual({
    observations: [{ productId: '1', aspect: 'stock', sku: 'SKU-1', facts, observedAt }],
    refusals: [],
  });
});

test('a SKU that a complete answer leaves out is not shipped by Amazon', async () => {
  answer(page([summary('SKU-1', 40)]));

  const { observations } = await ask(inventorySummaries, [target(1), target(2)]);

  expect(observations).toMatchObject([{ sku: 'SKU-1' }, { sku: 'SKU-2', facts: nothing }]);
});

test.each([
  { what: 'names no SKU leaves all of them unknown', sellerSku: 7, subject: 'member 1', seen: [] },
  { what: 'names one leaves that unknown', sellerSku: 'SKU-2', subject: 'SKU-2', seen: ['SKU-1', 'SKU-3'] },
])('a summary that cannot be read and $what', async ({ sellerSku, subject, seen }) => {
  answer(page([summary('SKU-1', 40), summary(sellerSku, 1, { totalQuantity: 'many' }), summary('SKU-2', 0)]));

  const { observations, refusals } = await ask(inventorySummaries, [target(1), target(2), target(3)]);

  expect(observations.map(({ sku }) => sku)).toEqual(seen);
  expect(refusals).toMatchObject([{ subject }]);
});

test.each([
  ['those of its product unknown', 'B000000002', ['SKU-1', 'SKU-3']],
  ['all of them unknown if its product is none of them', 'B0UNKNOWN1', []],
])('a summary without its SKU leaves %s', async (_what, asin, seen) => {
  answer(page([summary('SKU-1', 40), summary(undefined, 1, { asin }), summary('SKU-2', 0)]));
  const targets = [target(1), target(2), target(2, { sku: 'SKU-2B' }), target(3)];

  const { observations, refusals } = await ask(inventorySummaries, targets);

  expect(observations.map(({ sku }) => sku)).toEqual(seen);
  expect(refusals).toMatchObject([{ subject: 'member 1', asin }]);
});

test('a SKU of which one label lacks its fulfillable quantity does not count as sold out', async () => {
  const untold = summary('SKU-1', 9, { fnSku: 'OTHER', inventoryDetails: undefined });
  answer(page([summary('SKU-1', 0), untold, summary('SKU-2', 3)]));

  const { observations, refusals } = await ask(inventorySummaries, [target(1), target(2)]);

  expect(observations.map(({ sku }) => sku)).toEqual(['SKU-2']);
  expect(refusals).toEqual([{ subject: 'SKU-1', reason: 'one of its labels does not tell its quantity' }]);
});

test('the next pages are part of the answer, and no SKU is asked for twice', async () => {
  answer(page([summary('SKU-1', 1)], 'more'), page([summary('SKU-2', 2)]));

  const { observations } = await ask(inventorySummaries, [target(1), target(2), target(2)]);

  expect(observations.map(({ facts }) => facts)).toMatchObject([
    { fulfillable: 1 },
    { fulfillable: 2 },
    { fulfillable: 2 },
  ]);
  expect(calls.map(({ url }) => url)).toEqual([
    expect.stringContaining('sellerSkus=SKU-1,SKU-2'),
    expect.stringContaining('nextToken=more'),
  ]);
});

test('fewer than no units at Amazon are none', async () => {
  answer(page([summary('SKU-1', -2)]));

  const { observations } = await ask(inventorySummaries, [target(1)]);

  expect(observations).toMatchObject([{ facts: { fulfillable: 0, inbound: 6, total: 7 } }]);
});

test('a page whose token is empty is the last one', async () => {
  answer(page([summary('SKU-1', 1)], ''));

  const { observations } = await ask(inventorySummaries, [target(1)]);

  expect(observations).toMatchObject([{ facts: { fulfillable: 1 } }]);
  expect(calls).toHaveLength(1);
});

test('the labels of one SKU are added up, and a label that comes twice counts once', async () => {
  const [one, other] = [summary('SKU-1', 1), summary('SKU-1', 10, { fnSku: 'OTHER' })];
  answer(page([one, other, one]));

  const { observations } = await ask(inventorySummaries, [target(1)]);

  expect(observations).toMatchObject([{ facts: { fulfillable: 11, inbound: 12, total: 29, labels: 2 } }]);
});

test('numbers that the answer leaves out are unknown, not zero', async () => {
  answer(page([summary('SKU-1', 0, { inventoryDetails: { inboundShippedQuantity: 0.0 }, totalQuantity: undefined })]));

  const { observations } = await ask(inventorySummaries, [target(1)]);

  expect(observations).toMatchObject([{ facts: { fulfillable: null, inbound: 0, reserved: null, total: null } }]);
});

test.each([
  ['push is silent', { isPushAlive: false, missed: 0 }, 90],
  ['push is alive', { isPushAlive: true, missed: 0 }, 360],
  ['push is alive and has not told of something, as of what is on the way', { isPushAlive: true, missed: 1 }, 90],
])('when %s the pace of stock follows', (_when, push, minutes) => {
  expect(paceMs({ source: inventorySummaries, speedup: 1, ...push })).toBe(minutes * minuteMs);
});
