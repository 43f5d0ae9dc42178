import { expect, test } from 'vitest';
import { paymentStatus } from '@app/shared/domain/billing/payment-status.ts';
import { subscriptionNote } from './subscription-note.ts';

/** Noon in the time zone of the test run, because the page shows days in the browser's time zone. */
const noonOf = (day: number): string => new Date(2026, 10, day, 12).toISOString();

const active = {
  canceled: false,
  endsAt: null,
  plan: 'daily',
  period: { from: '2026-11-01', to: '2026-11-30' },
  trialEndsAt: noonOf(1),
} as const;

test.each([
  [active, 'Paid per tracked ASIN and day'],
  [{ ...active, plan: 'package' } as const, 'A package of products'],
  [{ ...active, period: null }, 'Free trial until 1 November 2026'],
  [{ ...active, canceled: true, endsAt: noonOf(30) }, 'Cancelled, in use until 30 November 2026'],
  [{ ...active, canceled: true }, 'Cancelled'],
])('%o: %s', (facts, note) => {
  expect(subscriptionNote({ ...facts, paymentStatus: paymentStatus.good })).toBe(note);
});

test('a cancelled subscription that has ended is not called in use', () => {
  const ended = { ...active, canceled: true, endsAt: noonOf(30), paymentStatus: paymentStatus.canceled };

  expect(subscriptionNote(ended)).toBe('Cancelled, ended on 30 November 2026');
});
