import { expect, test } from 'vitest';
import { pageAfterLogIn } from './page-after-log-in.ts';

test.each([
  [false, 2, '/connect'],
  [false, 0, '/connect'],
  [true, 1, '/connect'],
  [true, 0, '/home'],
  [true, 2, '/home'],
  [true, 3, '/home'],
  [true, 402, '/home'],
  [true, 403, '/home'],
  [true, 99_402, '/home'],
])('with a completed set-up %s and payment status %i a log-in leads to %s', (completed, status, page) => {
  expect(pageAfterLogIn({ anySellerAccountSetupCompleted: completed, paymentStatus: status })).toBe(page);
});
