import { expect, test } from 'vitest';
import { paymentMessage } from './payment-message.ts';
import type { UnpaidInvoice } from './unpaid-invoice-queries.ts';

const failed: UnpaidInvoice = {
  number: 'A-0001',
  amountCents: 999,
  state: 'failed',
  firstAttemptAt: new Date('2026-11-01T02:00:00Z'),
  attemptAt: new Date('2026-11-04T02:00:00Z'),
  lastError: 'Your card has insufficient funds.',
  needsAddress: false,
  needsConfirmation: false,
  isMethodRefused: false,
};

const card = { name: 'Visa', last4: '4417', status: 'usable' } as const;

test.each<[string, UnpaidInvoice | null, string | null]>([
  ['no unpaid invoice', null, null],
  ['an invoice that is about to be charged', { ...failed, state: 'open' }, null],
  [
    'a declined card',
    failed,
    'The invoice A-0001 of $9.99 could not be paid. The payment provider says: Your card has insufficient funds. The next attempt is on 4 November 2026.',
  ],
  [
    'a card that was refused for good',
    { ...failed, lastError: 'Your card was reported lost.', isMethodRefused: true },
    'The invoice A-0001 of $9.99 could not be paid. The payment provider says: Your card was reported lost. Please set another payment method: it is charged at once.',
  ],
  [
    'an invoice whose tax needs the billing address',
    { ...failed, lastError: 'Please save your billing address.', needsAddress: true },
    'The invoice A-0001 of $9.99 could not be paid. Please save your billing address. The next attempt is on 4 November 2026.',
  ],
  [
    'the last attempt, whose tax needs the billing address',
    { ...failed, lastError: 'Please save your billing address.', needsAddress: true, attemptAt: null },
    'The invoice A-0001 of $9.99 could not be paid. Please save your billing address.',
  ],
  [
    'the last attempt',
    { ...failed, lastError: null, attemptAt: null },
    'The invoice A-0001 of $9.99 could not be paid. Please set another payment method: it is charged at once.',
  ],
  [
    'a payment that the bank wants to have confirmed',
    { ...failed, needsConfirmation: true },
    'Your bank asks you to confirm the payment of invoice A-0001 of $9.99. Please open the invoice below.',
  ],
  [
    'a bank transfer',
    { ...failed, state: 'processing' },
    'The bank transfer for invoice A-0001 of $9.99 is on its way. It takes up to four business days.',
  ],
])('about %s the owner reads %s', (_what, unpaid, message) => {
  expect(paymentMessage(unpaid, card)).toBe(message);
});

test('the owner of a disputed card reads before the next bill that it is not charged any more', () => {
  const disputed = { ...card, status: 'disputed' } as const;

  expect(paymentMessage(null, disputed)).toBe(
    'A charge of Visa ending 4417 was disputed, so this payment method is not charged any more. Please set another payment method before the next bill.',
  );
  expect(paymentMessage(failed, disputed)).toMatch(/^The invoice A-0001 of \$9.99 could not be paid/);
});
