import { expect, test } from 'vitest';
import { ApiError } from '../../../lib/http/api-error.ts';
import type { OwnThresholds } from '../../products/stock-state.ts';
import { putThresholds } from './put-thresholds.ts';

const from: OwnThresholds = { alertDays: 5, warningDays: 9, alertUnits: 3, lookbackDays: 30 };

/** Saves these thresholds while the call for one kind fails, and returns what was sent and what people read. */
async function save(to: OwnThresholds, failing: { readonly type: string | null; readonly error?: Error }) {
  const sent: unknown[] = [];
  const send = async (type: string, settings: object, seen: object | null) => {
    if (type === failing.type) throw failing.error ?? new Error('Failed to fetch');
    sent.push([type, settings, seen]);
  };
  const failure = await putThresholds({ from, to }, { send, tried: new Set() });
  return { sent, failure };
}

const both = { ...from, alertDays: 6, alertUnits: 4 };
const days = ['inventory', { alertDays: 6 }, { alertDays: 5 }];
const units = ['fbmInventory', { alertThreshold: 4 }, { alertThreshold: 3 }];

test('only thresholds that were changed are sent', async () => {
  expect(await save(both, { type: null })).toEqual({ sent: [days, units], failure: null });
  expect(await save({ ...from, alertUnits: 4 }, { type: null })).toEqual({ sent: [units], failure: null });
});

test('if the second half of the thresholds fails, people read that the first one was saved', async () => {
  expect(await save(both, { type: 'fbmInventory' })).toEqual({
    sent: [days],
    failure: 'The days were saved. The alert at your own units was not saved. Please try again.',
  });
});

test('a half that may have been saved by a failed attempt is sent again, also with the thresholds from before', async () => {
  const sent: unknown[] = [];
  const tried = new Set<string>();
  await putThresholds({ from, to: both }, { send: () => Promise.reject(new Error('Failed to fetch')), tried });

  const send = async (...call: unknown[]) => void sent.push(call);
  const failure = await putThresholds({ from, to: from }, { send, tried });

  expect(failure).toBeNull();
  expect(sent).toEqual([['inventory', { alertDays: 5, warningDays: 9, velocityLookbackDays: 30 }, null]]);
});

test('thresholds that somebody else has changed at the same time are refused, and are sent with what was seen again', async () => {
  const refusal = { status: 409, code: 'settingsOvertaken', message: 'Overtaken', requestId: null };
  const tried = new Set<string>();
  const refuse = () => Promise.reject(new ApiError(refusal));

  expect(await putThresholds({ from, to: both }, { send: refuse, tried })).toBe(
    'The thresholds were not saved. Somebody else has changed them at the same time.',
  );
  expect([...tried]).toEqual([]);
});

test('thresholds that were not saved are called so, with the reason if the server refused them', async () => {
  const refusal = { status: 400, code: 'badRequest', message: 'The warning contradicts the alert', requestId: null };

  expect(await save(both, { type: 'inventory' })).toEqual({
    sent: [],
    failure: 'The thresholds were not saved. Please try again.',
  });
  expect(await save(both, { type: 'inventory', error: new ApiError(refusal) })).toMatchObject({
    failure: 'The thresholds were not saved. The warning contradicts the alert.',
  });
});
