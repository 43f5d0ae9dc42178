import { expect, test } from 'vitest';
import { paymentStatus } from '@app/shared/domain/billing/payment-status.ts';
import { subscriptionNote } from './subscription-note.ts';

/** The end of a billing period, whose last day is the 30th. */
const endsAt = '2026-12-01T00:00:00.000Z';

const active = {
  canceled: false,
  endsAt: null,
  plan: 'daily',
  period: { from: '2026-11-01', to: '2026-11-30' },
  trialEndsAt: '2026-11-01T00:30:00.000Z',
} as const;

test.each([
  [active, 'Paid per tracked ASIN and day'],
  [{ ...active, plan: 'package' } as const, 'A package of products'],
  [{ ...active, period: null }, 'Free trial until 1 November 2026'],
  [{ ...active, canceled: true, endsAt }, 'Cancelled, in use until 30 November 2026'],
  [{ ...active, canceled: true }, 'Cancelled'],
])('%o: %s', (facts, note) => {
  expect(subscriptionNote({ ...facts, paymentStatus: paymentStatus.good })).toBe(note);
});

test('a cancelled subscription that has ended is not called in use', () => {
  const ended = { ...active, canceled: true, endsAt, paymentStatus: paymentStatus.canceled };

  expect(subscriptionNote(ended)).toBe('Cancelled, ended on 30 November 2026');
});

test('a cancelled subscription whose account is suspended meanwhile is not called in use', () => {
  const suspended = { ...active, canceled: true, endsAt, paymentStatus: paymentStatus.suspended };

  expect(subscriptionNote(suspended)).toBe('Cancelled, ends on 30 November 2026');
});
