import { expect, test } from 'vitest';
import type { Act } from '../acts/act.ts';
import type { Flip, Holdings } from './effects.ts';
import { faultsOfRepetition, outcomeOf } from './outcome.ts';
import type { LogLine } from '../stage/product-log.ts';

const holdings: Holdings = {
  listings: 1,
  products: 1,
  stores: ['A/US'],
  sold: 1,
  subscriptions: [],
  observations: { offers: 1 },
  finished: {},
  slowed: [],
  flips: [],
  unauthorized: 0,
};
const flip: Flip = {
  flipId: '1',
  productId: '7',
  type: 'lostBuybox',
  asin: 'B000000001',
  marketplace: 'US',
  fromStatus: 0,
  toStatus: 2,
  message: null,
  evidence: [],
};
const act = (gives: Act['gives']): Act => ({
  name: 'body.json',
  operation: 'searchCatalogItems',
  gives,
  play: () => Promise.resolve(),
});
const seen = (changes: Partial<Holdings>, ...lines: LogLine[]) => ({
  before: holdings,
  after: { ...holdings, ...changes },
  lines,
  ignored: new Set<string>(),
});

test('a body with neither an effect nor a reason is a fault', () => {
  expect(outcomeOf(act('facts'), seen({})).faults).toEqual(['neither an effect nor a reason']);
});

test('an observation is an effect, and a logged reason is a refusal', () => {
  const outcome = outcomeOf(
    act('facts'),
    seen({ observations: { offers: 3 } }, { level: 'info', msg: '', reason: 'was not asked for' }),
  );

  expect(outcome).toMatchObject({ effects: ['2 offers'], observations: 2, faults: [] });
  expect([...outcome.refusals]).toEqual([['was not asked for', 1]]);
});

test('a body that was never requested is a fault', () => {
  const { faults } = outcomeOf(act('facts'), { ...seen({ products: 2 }), ignored: new Set(['body.json']) });

  expect(faults).toEqual(['nobody asked for it']);
});

test('a crash is a fault, whatever the effect of the body', () => {
  const line = { level: 'error', msg: 'request failed', err: { message: 'boom' } };

  expect(outcomeOf(act('facts'), seen({ products: 2 }, line)).faults).toEqual(['error: request failed boom']);
});

test('a body without facts must not cause flips', () => {
  const line = { level: 'warn', msg: '', reason: 'status 400' };

  expect(outcomeOf(act('refusal'), seen({ flips: [flip] }, line)).faults).toEqual([
    '1 flips of something that is no fact',
  ]);
  expect(outcomeOf(act('facts'), seen({ flips: [flip], observations: { offers: 2 } })).faults).toEqual([]);
});

test('a repeated body must cause neither flips nor observations', () => {
  const first = outcomeOf(act('facts'), seen({ observations: { offers: 2 } }));

  expect(faultsOfRepetition(first, seen({}))).toEqual([]);
  expect(faultsOfRepetition(first, seen({ flips: [flip], observations: { offers: 2 } }))).toEqual([
    '1 flips when it came again',
    '1 observations when it came again',
  ]);
});
