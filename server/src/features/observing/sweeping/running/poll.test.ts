import { expect, test } from 'vitest';
import { testClock } from '../../../../../testing/clock.ts';
import { pollAt } from './poll.ts';

const start = new Date('2026-06-15T12:00:00Z');

/** Seconds until the next check of a report that was requested this many seconds ago. */
function waitAfter(seconds: number, { checkSpeedup = 1, isAwaited = true } = {}): number {
  const clock = testClock(start);
  clock.advance(seconds * 1000);
  const at = pollAt({ clock, config: { checkSpeedup } }, { passStartedAt: start, isAwaited });
  return (at.getTime() - clock.now().getTime()) / 1000;
}

test('the first report is checked after seconds, and less and less often the longer it takes', () => {
  expect([0, 10, 60, 300, 3600].map((seconds) => waitAfter(seconds))).toEqual([3, 3, 15, 75, 120]);
});

test('later reports, which nobody waits for, are checked after minutes', () => {
  expect([0, 60, 120, 3600].map((seconds) => waitAfter(seconds, { isAwaited: false }))).toEqual([60, 60, 120, 300]);
});

test('a speed-up shortens the wait, but never to nothing', () => {
  expect([waitAfter(6, { checkSpeedup: 10 }), waitAfter(0, { checkSpeedup: 1000 })]).toEqual([1.5, 0.5]);
});
