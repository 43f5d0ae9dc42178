import { expect, test } from 'vitest';
import type { PaymentMethod } from '@app/shared/contract/billing.ts';
import { methodStatusText, pendingText } from './method-text.ts';

const card: PaymentMethod = {
  method: 'card',
  status: 'usable',
  name: 'Visa',
  last4: '4417',
  expires: '12/34',
  accountType: null,
  accountHolder: null,
  routingNumber: null,
  balance: null,
  balanceAt: null,
  verificationUrl: null,
};
const account: PaymentMethod = { ...card, method: 'ach', status: 'pending', name: 'Test Bank', last4: '6789' };

test.each([
  [card, 'Visa ending 4417'],
  [{ ...card, status: 'disputed' } as const, 'Visa ending 4417, not charged any more'],
  [account, 'Test Bank ending 6789, not verified yet'],
])('a payment method is named with its state', (method, text) => {
  expect(methodStatusText(method)).toBe(text);
});

test('a bank account that is not verified yet is named if another method is charged until then', () => {
  expect(pendingText(account, null)).toBe('This account is not verified yet.');
  expect(pendingText(account, card)).toBe(
    'Test Bank ending 6789 is not verified yet. Until then Visa ending 4417 is charged.',
  );
  expect(pendingText(account, { ...card, status: 'disputed' })).toBe('Test Bank ending 6789 is not verified yet.');
});
