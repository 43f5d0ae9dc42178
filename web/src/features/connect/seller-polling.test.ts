import { expect, test } from 'vitest';
import { sellerPollMs } from './seller-polling.ts';

test('an empty seller list is polled every second', () => {
  expect(sellerPollMs([])).toBe(1000);
});

test('a running set-up is polled every two seconds, a completed one no more', () => {
  expect(sellerPollMs([{ setupCompleted: true }, { setupCompleted: false }])).toBe(2000);
  expect(sellerPollMs([{ setupCompleted: true }])).toBe(false);
});
