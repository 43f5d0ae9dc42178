import { expect, test } from 'vitest';
import { rating } from '../../../testing/fact-builders.ts';
import { areLowRatingsGone, lowRatingsAdded, lowRatingsOf } from './low-ratings.ts';

const lowRatings = (byStars: readonly number[], count = byStars.reduce((sum, stars) => sum + stars, 0)) =>
  lowRatingsOf(rating(40, count, { byStars }));

const added = (before: readonly number[], now: readonly number[], total?: number): number | null => {
  const [a, b] = [lowRatings(before), lowRatings(now, total)];
  return a && b && lowRatingsAdded(a, b);
};

test('with few ratings each additional low one counts', () => {
  expect(added([1, 0, 1, 5, 13], [2, 0, 1, 5, 13])).toBe(1);
});

test('the counts of up to 50 ratings are exact', () => {
  expect(added([1, 0, 1, 15, 32], [2, 0, 1, 15, 32])).toBe(1);
  expect(added([1, 0, 1, 15, 33], [2, 0, 1, 15, 33])).toBe(0);
});

test('with many ratings only a difference that rounding of percentages cannot explain counts', () => {
  expect(added([40, 30, 30, 300, 600], [45, 35, 35, 310, 610])).toBe(0);
  expect(added([40, 30, 30, 300, 600], [80, 30, 30, 310, 610])).toBe(40);
});

test('percentages that move without a new rating are a new weighting, not new ratings', () => {
  expect(added([1, 0, 1, 5, 13], [2, 0, 1, 5, 12])).toBe(0);
});

test('counts that do not add up to the total are not exact', () => {
  expect(added([1, 0, 1, 5, 13], [2, 0, 1, 5, 12], 21)).toBe(0);
});

test('a page without counts by stars yields nothing', () => {
  expect(lowRatingsOf(rating(40, 20))).toBeNull();
});

test('removed low ratings are recognised', () => {
  const [before, now] = [lowRatings([4, 0, 0, 0, 10]), lowRatings([1, 0, 0, 0, 10])];

  expect(before && now && areLowRatingsGone(before, now)).toBe(true);
});
