import { expect, test } from 'vitest';
import { closedFlow, reduceCancel, type CancelEvent } from './cancel-flow.ts';

const after = (...events: readonly CancelEvent[]) => events.reduce(reduceCancel, closedFlow);
const opened = (retention: boolean, newPricing = false): CancelEvent => ({
  type: 'opened',
  offers: { retention, newPricing, coupons: true },
});
const sent = (action: 'offer' | 'cancel'): CancelEvent => ({ type: 'sent', action });

test.each([
  [true, false, 'offer'],
  [false, false, 'warning'],
  [true, true, 'pricing'],
  [false, true, 'pricing'],
] as const)('with the offers 25%% %s and new pricing %s the first step is %s', (retention, newPricing, step) => {
  expect(after(opened(retention, newPricing)).step).toBe(step);
});

test.each([true, false])('cancelling takes the same two clicks with an offer (%s) and without', (retention) => {
  expect(after(opened(retention), sent('cancel'), { type: 'cancelled' })).toEqual({ step: 'done', busy: null });
});

test('while a call is in progress no other begins, and the dialog stays', () => {
  const flow = after(opened(true), sent('offer'), sent('cancel'), { type: 'closed' });

  expect(flow).toEqual({ step: 'offer', busy: 'offer' });
});

test('after a failure the step stays, to be tried again or closed', () => {
  const flow = after(opened(true), sent('cancel'), { type: 'failed' });

  expect(flow).toEqual({ step: 'offer', busy: null });
  expect(reduceCancel(flow, { type: 'closed' })).toEqual(closedFlow);
});

test('the dialog is closed before the page leaves, also in the middle of an offer', () => {
  expect(after(opened(true), sent('offer'), { type: 'left' })).toEqual(closedFlow);
  expect(after(opened(false), sent('cancel'), { type: 'cancelled' }, { type: 'left' })).toEqual(closedFlow);
});
