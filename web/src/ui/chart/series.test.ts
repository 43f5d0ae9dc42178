import { expect, test } from 'vitest';
import { labelledIndexes, largest, isolatedIndexes, splitFinal, unknownRuns } from './series.ts';

test('values that may still change are a line of their own that begins at the last final value', () => {
  expect(splitFinal([1, 2, 3, 4], [true, true, false, false])).toEqual([
    [1, 2, null, null],
    [null, 2, 3, 4],
  ]);
  expect(splitFinal([1, 2], [true, true])).toEqual([
    [1, 2],
    [null, 2],
  ]);
  expect(splitFinal([1, 2], [false, false])).toEqual([
    [null, null],
    [1, 2],
  ]);
});

test('a value between two unknown ones is drawn as a point', () => {
  expect(isolatedIndexes([1, null, 2, 3, null, undefined, 4])).toEqual([0, 6]);
});

test('consecutive unknown days are one run', () => {
  expect(unknownRuns([false, false, true, false, true, false])).toEqual([
    [0, 1],
    [3, 3],
    [5, 5],
  ]);
  expect(unknownRuns([true])).toEqual([]);
});

test('the largest of several series ignores unknown values', () => {
  expect([largest([1, null, 7], [3]), largest([null]), largest()]).toEqual([7, 0, 0]);
});

test('labels keep their distance, and the last day has one', () => {
  expect(labelledIndexes(30, 6)).toEqual([4, 9, 14, 19, 24, 29]);
  expect(labelledIndexes(3, 6)).toEqual([0, 1, 2]);
  expect(labelledIndexes(1, 6)).toEqual([0]);
});
