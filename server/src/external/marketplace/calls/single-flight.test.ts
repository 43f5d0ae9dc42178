import { expect, test } from 'vitest';
import { createSingleFlight } from './single-flight.ts';

test('concurrent calls share one answer, and later calls ask again', async () => {
  const flight = createSingleFlight<number>();
  let asked = 0;
  const ask = async () => (asked += 1);

  const together = await Promise.all([flight.share('NA', ask), flight.share('NA', ask), flight.share('EU', ask)]);
  const later = await flight.share('NA', ask);

  expect(together).toEqual([1, 1, 2]);
  expect(later).toBe(3);
});

const fail = () => Promise.reject(new Error('away'));

test('a failure reaches all waiting calls, and later calls ask again', async () => {
  const flight = createSingleFlight<number>();

  const both = await Promise.allSettled([flight.share('NA', fail), flight.share('NA', fail)]);

  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await flight.share('NA', () => Promise.resolve(1))).toBe(1);
});
