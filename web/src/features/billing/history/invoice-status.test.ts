import { expect, test } from 'vitest';
import { invoiceStatus } from './invoice-status.ts';

const paid = { status: 'paid', hasFailedRefund: false, refundedAmount: 0 } as const;

test.each([
  ['nothing was given back', paid, 'Paid'],
  ['a part was given back', { ...paid, refundedAmount: 400 }, 'Paid, $4.00 refunded'],
  ['all was given back', { ...paid, status: 'refunded', refundedAmount: 999 } as const, 'Refunded'],
  ['a refund has failed', { ...paid, hasFailedRefund: true }, 'Refund failed'],
])('an invoice of which %s is shown as such', (_what, invoice, text) => {
  expect(invoiceStatus(invoice).text).toBe(text);
});
