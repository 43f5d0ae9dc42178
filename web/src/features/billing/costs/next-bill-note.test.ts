import { expect, test } from 'vitest';
import { paymentStatus } from '@app/shared/domain/billing/payment-status.ts';
import { nextBillNote } from './next-bill-note.ts';

const active = { paymentStatus: paymentStatus.good, canceled: false, paymentMethod: null } as const;

test.each([
  [active, 999, 'no payment method yet'],
  [{ ...active, paymentStatus: paymentStatus.exempt }, 0, 'not charged: the account is exempt'],
  [{ ...active, canceled: true }, 333, 'the last one: the subscription is cancelled'],
  [
    { ...active, canceled: true, paymentStatus: paymentStatus.canceled },
    0,
    'none is left: the subscription is cancelled',
  ],
])('%o with a next bill of %d cents: %s', (status, nextBillAmount, note) => {
  expect(nextBillNote(status, { nextBillAmount })).toBe(note);
});
