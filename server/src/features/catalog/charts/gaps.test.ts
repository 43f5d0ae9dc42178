import { expect, test } from 'vitest';
import { hourMs } from '@app/shared/base/time.ts';
import { gapsOf } from './gaps.ts';

const at = (hour: number) => new Date(Date.UTC(2026, 5, 1, hour));
const range = { from: at(0), to: at(48) };
const tracked = [{ from: at(-100), to: null }];
const hours = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => at(from + index));
const shown = (gaps: ReturnType<typeof gapsOf>) =>
  gaps.map(({ from, to }) => [(from.getTime() - at(0).getTime()) / hourMs, (to.getTime() - at(0).getTime()) / hourMs]);

test('without ranks nothing is known about gaps', () => {
  expect(gapsOf({ range, tracked, hoursLooked: [], everyMs: 0 })).toEqual([]);
});

test('an hour or two without an answer is no gap, three hours are', () => {
  const hoursLooked = [...hours(0, 10), ...hours(13, 20), ...hours(24, 48)];

  expect(shown(gapsOf({ range, tracked, hoursLooked, everyMs: 0 }))).toEqual([[20, 24]]);
});

test('where the quota allows a pass every six hours only, six hours are no gap', () => {
  const hoursLooked = [at(0), at(6), at(12), at(36), at(42), at(47)];

  expect(shown(gapsOf({ range, tracked, hoursLooked, everyMs: 6 * hourMs }))).toEqual([[13, 36]]);
});

test('gaps that touch are merged, and none reaches beyond the range', () => {
  const pauses = [
    { from: at(-90), to: at(-10) },
    { from: at(5), to: at(20) },
  ];
  const hoursLooked = [...hours(-20, -5), ...hours(5, 15)];

  expect(shown(gapsOf({ range, tracked: pauses, hoursLooked, everyMs: 0 }))).toEqual([
    [0, 5],
    [15, 48],
  ]);
});
