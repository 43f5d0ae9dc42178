import { expect, test } from 'vitest';
import { backoffMs } from './backoff.ts';

const backoff = { firstMs: 1000, longestMs: 8000 };

test('the wait doubles with every failure up to the longest', () => {
  const waits = [0, 1, 2, 3, 4, 10_000].map((failures) => backoffMs(backoff, failures, { fraction: () => 0 }));

  expect(waits).toEqual([1000, 2000, 4000, 8000, 8000, 8000]);
});

test('callers that failed together wait between half and all of the time', () => {
  expect([0, 0.5, 1].map((chance) => backoffMs(backoff, 1, { fraction: () => chance }))).toEqual([2000, 1500, 1000]);
});
