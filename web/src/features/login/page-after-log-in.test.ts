import { expect, test } from 'vitest';
import { pageAfterLogIn } from './page-after-log-in.ts';

test.each([
  [false, 2, '/connect'],
  [false, 0, '/connect'],
  [true, 1, '/connect'],
  [true, 0, '/home'],
  [true, 2, '/home'],
  [true, 3, '/home'],
])('with a completed set-up %s and payment status %i a log-in leads to %s', (completed, status, page) => {
  expect(pageAfterLogIn({ anySellerAccountSetupCompleted: completed, paymentStatus: status, isOwner: true })).toBe(
    page,
  );
});

test.each([402, 99_402, 403])(
  'with payment status %i the owner lands on billing, and other users at home',
  (status) => {
    const facts = { anySellerAccountSetupCompleted: true, paymentStatus: status };

    expect(pageAfterLogIn({ ...facts, isOwner: true })).toBe('/subscription-and-billing');
    expect(pageAfterLogIn({ ...facts, isOwner: false })).toBe('/home');
  },
);
