import { expect, test } from 'vitest';
import { backoffMs, checkMinutes, isPushAlive, paceMs } from './pace.ts';

const offers = { aspects: ['offers'] } as const;
const minuteMs = 60_000;
const now = new Date('2026-06-15T12:00:00Z');
const minutesAgo = (minutes: number) => new Date(now.getTime() - minutes * minuteMs);

test('a source is looked at as often as the most impatient kind that reads it', () => {
  expect({ offers: checkMinutes(offers), listing: checkMinutes({ aspects: ['listing'] }) }).toEqual({
    offers: 15,
    listing: 10,
  });
});

test.each([
  ['push is not proven', { isPushAlive: false, missed: 0 }, 15],
  ['push is proven alive', { isPushAlive: true, missed: 0 }, 240],
  ['push has missed something', { isPushAlive: true, missed: 1 }, 15],
])('when %s the next pass is due by that', (_when, push, minutes) => {
  expect(paceMs({ source: offers, speedup: 1, ...push })).toBe(minutes * minuteMs);
});

test('a speed-up divides every period', () => {
  expect(paceMs({ source: offers, speedup: 30, isPushAlive: false, missed: 0 })).toBe(30_000);
});

test.each([
  [null, false],
  [minutesAgo(239), true],
  [minutesAgo(241), false],
])('an event at %s proves push alive: %s', (lastEventAt, isAlive) => {
  expect(isPushAlive({ lastEventAt, now, speedup: 1 })).toBe(isAlive);
});

test('failures are waited out longer and longer, never longer than half an hour, never twice the same', () => {
  const waits = [0, 1, 2, 30].map((failures) => backoffMs(failures, 0.5, 1));

  expect(waits).toEqual(waits.toSorted((a, b) => a - b));
  expect(backoffMs(30, 1, 1)).toBe(30 * minuteMs);
  expect(backoffMs(3, 0, 1)).toBeLessThan(backoffMs(3, 1, 1));
});
