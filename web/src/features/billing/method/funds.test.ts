import { expect, test } from 'vitest';
import { hasTooFewFunds } from './funds.ts';

const account = {
  method: 'ach',
  status: 'usable',
  name: 'Bank',
  last4: '6789',
  expires: null,
  accountType: null,
  accountHolder: null,
  routingNumber: null,
  balance: 4200,
  balanceAt: '2026-12-01T03:00:00Z',
  verificationUrl: null,
} as const;

test.each([
  [account, 4200.1, true],
  [account, 4200, false],
  [account, null, false],
  [{ ...account, balance: null }, 4200.1, false],
  [{ ...account, status: 'disputed' as const }, 4200.1, false],
  [{ ...account, method: 'card' as const }, 4200.1, false],
  [null, 4200.1, false],
])('%o with a next bill of %d cents: %s', (method, nextBill, isShort) => {
  expect(hasTooFewFunds(method, nextBill)).toBe(isShort);
});
