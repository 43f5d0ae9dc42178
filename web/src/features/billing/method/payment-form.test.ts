import { expect, test } from 'vitest';
import {
  firstPaymentForm,
  reducePaymentForm,
  retriesText,
  type FailedSetUp,
  type PaymentEvent,
} from './payment-form.ts';

const after = (...events: readonly PaymentEvent[]) => events.reduce(reducePaymentForm, firstPaymentForm);
const refused = (setUp: FailedSetUp = 'open'): PaymentEvent => ({
  type: 'refused',
  message: 'Your card was declined.',
  setUp,
});

test('a form loads, is ready and is sent', () => {
  expect(firstPaymentForm.phase).toBe('loading');
  expect(after({ type: 'ready' }).phase).toBe('ready');
  expect(after({ type: 'ready' }, { type: 'submitted' })).toMatchObject({ phase: 'busy', failure: null });
});

test('a refusal shows the message and increments the retry count; the same form can be sent again', () => {
  const form = after({ type: 'ready' }, { type: 'submitted' }, refused());

  expect(form).toEqual({
    phase: 'ready',
    failure: 'Your card was declined.',
    isOutage: false,
    failedLoads: 0,
    retries: 1,
    setUps: 1,
    isCompleted: false,
  });
  expect(reducePaymentForm(form, { type: 'submitted' })).toMatchObject({ phase: 'busy', failure: null, retries: 1 });
});

test('after a completed set-up another card needs a new one, and the message stays while it loads', () => {
  const form = after({ type: 'ready' }, { type: 'submitted' }, refused('usedUp'));

  expect(form).toMatchObject({ phase: 'loading', failure: 'Your card was declined.', retries: 1, setUps: 2 });
  expect(reducePaymentForm(form, { type: 'ready' })).toMatchObject({ phase: 'ready', retries: 1 });
});

test('a card that our server could not save is saved by the next attempt, unless another one is to be entered', () => {
  const form = after({ type: 'ready' }, { type: 'submitted' }, refused('completed'));

  expect(form).toMatchObject({ phase: 'ready', setUps: 1, isCompleted: true });
  expect(reducePaymentForm(form, { type: 'submitted' })).toMatchObject({ phase: 'busy', isCompleted: true });
  expect(reducePaymentForm(form, { type: 'restarted' })).toMatchObject({ setUps: 2, isCompleted: false });
});

test('a closed window of the provider is no failure', () => {
  expect(after({ type: 'ready' }, { type: 'submitted' }, { type: 'givenUp' })).toEqual({
    ...firstPaymentForm,
    phase: 'ready',
  });
});

test('a form that did not load can be loaded again', () => {
  const form = after({ type: 'notLoaded', message: 'Offline', isOutage: true });

  expect(form).toMatchObject({ phase: 'unavailable', failure: 'Offline', retries: 0 });
  const retried = reducePaymentForm(form, { type: 'restarted' });
  expect(retried).toMatchObject({ phase: 'retrying', failure: 'Offline', setUps: 2 });
  expect(reducePaymentForm(retried, { type: 'begun' })).toMatchObject({ phase: 'loading', failure: null, setUps: 2 });
  expect(reducePaymentForm(retried, { type: 'notLoaded', message: 'Offline', isOutage: true })).toMatchObject({
    phase: 'unavailable',
    failedLoads: 2,
  });
});

test('the retry count is told from the second failure on', () => {
  expect([0, 1, 2].map((retries) => retriesText({ retries }))).toEqual([null, null, '2 attempts have failed.']);
});
