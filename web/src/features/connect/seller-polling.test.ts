import { expect, test } from 'vitest';
import { identityPollMs, sellerPollMs } from './seller-polling.ts';

const whileNoneIsSetUp = { isAnySetUp: false };

test('an empty seller list is polled every second', () => {
  expect(sellerPollMs({ ...whileNoneIsSetUp, accounts: [] })).toBe(1000);
  expect(sellerPollMs({ ...whileNoneIsSetUp, accounts: undefined })).toBe(1000);
});

test('a user who may see none of the accounts does not poll for them once one is set up', () => {
  expect(sellerPollMs({ isAnySetUp: true, accounts: [] })).toBe(false);
});

test('a running set-up is polled every two seconds, a completed one no more', () => {
  expect(sellerPollMs({ isAnySetUp: true, accounts: [{ setupCompleted: true }, { setupCompleted: false }] })).toBe(
    2000,
  );
  expect(sellerPollMs({ isAnySetUp: true, accounts: [{ setupCompleted: true }] })).toBe(false);
});

test('a user who may see none of the accounts follows the set-up, and the payment, by the state of the account', () => {
  const waiting = {
    isOwner: false,
    paymentStatus: 2,
    secondsSinceFirstSellerAccountCreated: 5,
    anySellerAccountSetupCompleted: false,
  };

  expect(identityPollMs(waiting)).toBe(10_000);
  expect(identityPollMs({ ...waiting, paymentStatus: 1, anySellerAccountSetupCompleted: true })).toBe(10_000);
  expect(identityPollMs({ ...waiting, anySellerAccountSetupCompleted: true })).toBe(false);
  expect(identityPollMs({ ...waiting, isOwner: true })).toBe(false);
  expect(identityPollMs(undefined)).toBe(false);
});
