import { expect, test } from 'vitest';
import { rating } from '../../../testing/fact-builders.ts';
import { areLowRatingsGone, lowRatingsAdded, lowRatingsOf } from './low-ratings.ts';

const counted = (byStars: readonly number[], count = byStars.reduce((sum, stars) => sum + stars, 0)) =>
  lowRatingsOf(rating(40, count, { byStars }));

const added = (before: readonly number[], now: readonly number[], total?: number): number | null => {
  const [a, b] = [counted(before), counted(now, total)];
  return a && b && lowRatingsAdded(a, b);
};

test('of few ratings each one more counts', () => {
  expect(added([1, 0, 1, 5, 13], [2, 0, 1, 5, 13])).toBe(1);
});

test('of many, only what rounding of percentages cannot explain', () => {
  expect(added([40, 30, 30, 300, 600], [45, 35, 35, 310, 610])).toBe(0);
  expect(added([40, 30, 30, 300, 600], [80, 30, 30, 310, 610])).toBe(40);
});

test('percentages that move while no rating came are weighed anew, not added', () => {
  expect(added([1, 0, 1, 5, 13], [2, 0, 1, 5, 12])).toBe(0);
});

test('counts that do not add up are not exact', () => {
  expect(added([1, 0, 1, 5, 13], [2, 0, 1, 5, 12], 21)).toBe(0);
});

test('a page that does not count by stars tells nothing', () => {
  expect(lowRatingsOf(rating(40, 20))).toBeNull();
});

test('low ratings that are taken back are gone', () => {
  const [before, now] = [counted([4, 0, 0, 0, 10]), counted([1, 0, 0, 0, 10])];

  expect(before && now && areLowRatingsGone(before, now)).toBe(true);
});
