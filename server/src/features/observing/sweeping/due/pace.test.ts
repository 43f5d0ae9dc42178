import { expect, test } from 'vitest';
import { dayMs, minuteMs } from '@app/shared/base/time.ts';
import { checkMinutes, isFirstOfSpan, isPushAlive, paceMs, retryDelayMs } from './pace.ts';
import { sources } from '../../sources/registry.ts';

const offers = { aspects: ['offers'] } as const;
const now = new Date('2026-06-15T12:00:00Z');
const minutesAgo = (minutes: number) => new Date(now.getTime() - minutes * minuteMs);

test('a source is checked as often as the most frequent kind that reads it', () => {
  expect({ offers: checkMinutes(offers), listing: checkMinutes({ aspects: ['listing'] }) }).toEqual({
    offers: 15,
    listing: 10,
  });
});

test.each([
  ['push is not proven', { isPushAlive: false, missed: 0 }, 15],
  ['push is proven alive', { isPushAlive: true, missed: 0 }, 720],
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

test.each([
  ['12:05', '12:29', false],
  ['12:05', '12:30', true],
  ['12:29', '12:31', true],
  ['12:05', '13:05', true],
])('after %s the pass of %s is the first of its half hour: %s', (before, time, isFirst) => {
  const [after, at] = [before, time].map((one) => new Date(`2026-06-15T${one}:00Z`));

  expect(isFirstOfSpan(at ?? now, { after: after ?? now, spanMs: 30 * minuteMs })).toBe(isFirst);
});

const withoutChance = { fraction: () => 0 };

test('a sweep that fails is retried after five seconds at most, and later after half an hour at most', () => {
  expect([0, 1, 30].map((failures) => retryDelayMs(failures, withoutChance, 1))).toEqual([
    5_000,
    10_000,
    30 * minuteMs,
  ]);
});

test('a speed-up shortens the wait after a failure to a tenth at most', () => {
  expect([10, 1000].map((speedup) => retryDelayMs(0, withoutChance, speedup))).toEqual([500, 500]);
});

/** Calls per day and ASIN with one listing, for the sources that push announces. */
function callsPerDay(push: { isPushAlive: boolean; missed: number }): number {
  const announced = sources.flatMap((source) =>
    source.kind === 'batches' && source.announcedBy.length > 0 ? [source] : [],
  );
  const calls = announced.map((source) => {
    const passes = dayMs / paceMs({ source, speedup: 1, ...push });
    return passes / source.batchSize;
  });
  expect(announced.flatMap(({ aspects }) => aspects).toSorted()).toEqual(['listing', 'offers', 'stock']);
  return calls.reduce((sum, one) => sum + one, 0);
}

test('with notifications on, offers, listing and stock of an ASIN take less than a call a day together', () => {
  expect(callsPerDay({ isPushAlive: true, missed: 0 })).toBeLessThanOrEqual(1);
});

test('when push is silent or has missed something, each source is checked as often as its kinds want', () => {
  const full = 1440 / 15 / 20 + 1440 / 10 / 20 + 1440 / 90 / 50;

  expect(callsPerDay({ isPushAlive: false, missed: 0 })).toBeCloseTo(full);
  expect(callsPerDay({ isPushAlive: true, missed: 1 })).toBeCloseTo(full);
});
