import { expect, test } from 'vitest';
import { hourMs, minuteMs, secondMs } from '@app/shared/base/time.ts';
import { nextTryAt } from './account-probe.ts';

const now = new Date('2026-06-15T12:00:00Z');
const after = (ms: number) => new Date(now.getTime() + ms);

test.each([
  ['nothing else waits', { count: 0, since: null, nextAt: null }, hourMs],
  ['only one other waits', { count: 1, since: after(-hourMs), nextAt: after(hourMs) }, hourMs],
  ['others wait since a minute', { count: 2, since: after(-minuteMs), nextAt: after(hourMs) }, 10 * secondMs],
  ['others wait since an hour', { count: 2, since: after(-hourMs), nextAt: after(hourMs) }, 6 * minuteMs],
  ['others wait since days', { count: 2, since: after(-100 * hourMs), nextAt: after(hourMs) }, 30 * minuteMs],
  ['another one is due now', { count: 2, since: after(-hourMs), nextAt: now }, 6 * minuteMs],
  [
    'another one is due at the time of the probe',
    { count: 2, since: after(-hourMs), nextAt: after(6 * minuteMs) },
    hourMs,
  ],
  ['another one is the probe', { count: 2, since: after(-hourMs), nextAt: after(5 * minuteMs) }, hourMs],
])('when %s, the next try is at its time', (_when, waiting, ms) => {
  expect(nextTryAt(waiting, { now, usualAt: after(hourMs), speedup: 1 })).toEqual(after(ms));
});

test('the probe is never later than the usual try', () => {
  const waiting = { count: 9, since: after(-hourMs), nextAt: null };

  expect(nextTryAt(waiting, { now, usualAt: after(secondMs), speedup: 1 })).toEqual(after(secondMs));
});
