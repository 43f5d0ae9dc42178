import { expect, test } from 'vitest';
import { labelledIndexes, largest, lonely, splitFinal, unknownRuns } from './series.ts';

test('what may still change is a line of its own that begins at the last final value', () => {
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
  expect(lonely([1, null, 2, 3, null, undefined, 4])).toEqual([0, 6]);
});

test('unknown days in a row are one run', () => {
  expect(unknownRuns([false, false, true, false, true, false])).toEqual([
    [0, 1],
    [3, 3],
    [5, 5],
  ]);
  expect(unknownRuns([true])).toEqual([]);
});

test('the largest of several series leaves out what is unknown', () => {
  expect([largest([1, null, 7], [3]), largest([null]), largest()]).toEqual([7, 0, 0]);
});

test('labels do not crowd and the last day has one', () => {
  expect(labelledIndexes(30, 6)).toEqual([4, 9, 14, 19, 24, 29]);
  expect(labelledIndexes(3, 6)).toEqual([0, 1, 2]);
  expect(labelledIndexes(1, 6)).toEqual([0]);
});
