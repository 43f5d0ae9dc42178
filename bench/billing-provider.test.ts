import { afterAll, expect, test } from 'vitest';
import { startStandIn } from '../scripts/processes/stand-in.ts';
import { compareProvider, sideOf } from './billing-provider.ts';
import { compareAnswers } from './lib/billing/compare-answers.ts';
import { travelJourneys } from './lib/billing/provider-journeys.ts';

const standIn = await startStandIn({ speedup: 1 });
afterAll(() => standIn.stop());
const side = sideOf(standIn.environment);

test('the stand-in answers the calls of the journeys like itself', async () => {
  const { calls, differences } = await compareProvider(side, side);

  expect(differences).toEqual([]);
  expect(calls).toBeGreaterThan(30);
});

test('the journeys are paid, declined and refused with the codes that the product reads', async () => {
  const steps = await travelJourneys(side, crypto.randomUUID());

  const outcomeOf = (name: string) => {
    const answer = steps.find((step) => step.name === name)?.answer;
    return JSON.stringify(answer?.body).match(/"(?:decline_code|code)":"(\w+)"/)?.[1] ?? answer?.status;
  };
  expect(outcomeOf('a paid invoice: payment')).toBe(200);
  expect(outcomeOf('a declined invoice: payment')).toBe('card_declined');
  expect(outcomeOf('a card that is declined, tok_chargeDeclinedInsufficientFunds: set-up')).toBe('card_declined');
  expect(outcomeOf('a tax id that is not valid')).toBe('tax_id_invalid');
  expect(outcomeOf('an unknown parameter')).toBe('parameter_unknown');
  expect(outcomeOf('a missing object')).toBe('resource_missing');
});

test.each(['sk_live_1', 'rk_live_1', 'pk_test_1', ''])(
  'the key "%s" is refused before anything is sent',
  async (key) => {
    await expect(compareProvider(side, { ...side, key })).rejects.toThrow('a key of the test mode');
  },
);

test.each([
  [{ status: 200, body: {} }, { status: 402, body: {} }, ['status 200, not 402']],
  [{ status: 200, body: { a: 1 } }, { status: 200, body: {} }, ['a: only the stand-in has it']],
  [{ status: 200, body: { a: { b: 1 } } }, { status: 200, body: { a: { b: '1' } } }, ['a.b: number, not string']],
  [
    { status: 200, body: { status: 'open' } },
    { status: 200, body: { status: 'paid' } },
    ['status: "open", not "paid"'],
  ],
  [
    { status: 200, body: { data: [{ a: true }] } },
    { status: 200, body: { data: [{ a: 1 }] } },
    ['data[].a: boolean, not number'],
  ],
  [{ status: 200, body: { id: 'a', name: null } }, { status: 200, body: { id: 'b', name: 'x', more: 1 } }, []],
])('%j and %j differ in %j', (ours, theirs, differences) => {
  expect(compareAnswers(ours, theirs)).toEqual(differences);
});
