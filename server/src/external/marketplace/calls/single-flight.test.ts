import { expect, test } from 'vitest';
import { testClock } from '../../../../testing/clock.ts';
import { createSingleFlight } from './single-flight.ts';

const clock = testClock(new Date('2026-06-15T12:00:00Z'));
const createFlight = () => createSingleFlight<number>(clock, 60_000);

test('calls share one answer for a minute, and later calls ask again', async () => {
  const flight = createFlight();
  let asked = 0;
  const ask = async () => (asked += 1);

  const together = await Promise.all([flight.share('NA', ask), flight.share('NA', ask), flight.share('EU', ask)]);
  clock.advance(59_999);
  const inTime = await flight.share('NA', ask);
  clock.advance(1);
  const later = await flight.share('NA', ask);

  expect(together).toEqual([1, 1, 2]);
  expect([inTime, later]).toEqual([1, 3]);
});

const fail = () => Promise.reject(new Error('away'));

test('a failure reaches all waiting calls, and later calls ask again', async () => {
  const flight = createFlight();

  const both = await Promise.allSettled([flight.share('NA', fail), flight.share('NA', fail)]);

  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await flight.share('NA', () => Promise.resolve(1))).toBe(1);
});
