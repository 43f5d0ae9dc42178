import { describe, expect, test } from 'vitest';
import { isServedStatus } from './payment-status.ts';
import { attemptDays, isServed, paymentStatusOf, stateOf, type SubscriptionFacts } from './subscription.ts';

const now = new Date('2026-10-01T12:00:00Z');
const before = new Date('2026-09-30T12:00:00Z');
const after = new Date('2026-10-02T12:00:00Z');

const paying: SubscriptionFacts = {
  isExempt: false,
  trialEndsAt: before,
  hasPaymentMethod: true,
  endsAt: null,
  failedAttempts: 0,
};

describe('the state, its code and whether the service is on', () => {
  test.each([
    [
      { state: 'exempt', code: 0, isOn: true },
      { isExempt: true, trialEndsAt: before, hasPaymentMethod: false, failedAttempts: 5 },
    ],
    [
      { state: 'exempt', code: 0, isOn: true },
      { isExempt: true, endsAt: before },
    ],
    [
      { state: 'trial', code: 2, isOn: true },
      { trialEndsAt: after, hasPaymentMethod: false },
    ],
    [
      { state: 'trial', code: 2, isOn: true },
      { trialEndsAt: after, failedAttempts: 1 },
    ],
    [{ state: 'missing', code: 1, isOn: false }, { hasPaymentMethod: false }],
    [
      { state: 'missing', code: 1, isOn: false },
      { trialEndsAt: now, hasPaymentMethod: false },
    ],
    [
      { state: 'missing', code: 1, isOn: false },
      { hasPaymentMethod: false, failedAttempts: 1 },
    ],
    [
      { state: 'suspended', code: 402, isOn: false },
      { hasPaymentMethod: false, failedAttempts: 4 },
    ],
    [
      { state: 'blocked', code: 99_402, isOn: false },
      { hasPaymentMethod: false, failedAttempts: 5 },
    ],
    [{ state: 'active', code: 2, isOn: true }, {}],
    [{ state: 'active', code: 2, isOn: true }, { endsAt: after }],
    [{ state: 'failed', code: 3, isOn: true }, { failedAttempts: 1 }],
    [{ state: 'failed', code: 3, isOn: true }, { failedAttempts: 3 }],
    [{ state: 'suspended', code: 402, isOn: false }, { failedAttempts: 4 }],
    [{ state: 'blocked', code: 99_402, isOn: false }, { failedAttempts: 5 }],
    [{ state: 'canceled', code: 403, isOn: false }, { endsAt: now }],
    [
      { state: 'canceled', code: 403, isOn: false },
      { endsAt: before, trialEndsAt: after },
    ],
    [
      { state: 'canceled', code: 403, isOn: false },
      { endsAt: before, failedAttempts: 5 },
    ],
  ] as const)('is %j for %j', ({ state, code, isOn }, facts) => {
    expect(stateOf({ ...paying, ...facts }, now)).toBe(state);
    expect(paymentStatusOf(state)).toBe(code);
    expect(isServed(state)).toBe(isOn);
    expect(isServedStatus(code)).toBe(isOn);
  });
});

test('attempts are made on days 0, 3, 7, 14 and 28', () => {
  expect(attemptDays).toEqual([0, 3, 7, 14, 28]);
});
