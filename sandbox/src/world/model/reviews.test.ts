import { expect, test } from 'vitest';
import { addRating, ratingCount, shownTenths, starsShowing } from './reviews.ts';

test('star counts can be generated for every average', () => {
  for (const count of [40, 333, 5000]) {
    for (let tenths = 10; tenths <= 50; tenths += 1) {
      const stars = starsShowing(tenths, count);

      expect(shownTenths(stars)).toBe(tenths);
      expect(ratingCount(stars)).toBe(count);
      expect(stars.every((value) => value >= 0)).toBe(true);
    }
  }
});

test('the average of one rating is that rating, and undefined without ratings', () => {
  expect(starsShowing(10, 1)).toEqual([1, 0, 0, 0, 0]);
  expect(starsShowing(50, 1)).toEqual([0, 0, 0, 0, 1]);
  expect(shownTenths([0, 0, 0, 0, 0])).toBeUndefined();
});

test('a rating can be added and removed', () => {
  expect(addRating([1, 2, 3, 4, 5], 2)).toEqual([1, 3, 3, 4, 5]);
  expect(addRating([1, 2, 3, 4, 5], 5, -1)).toEqual([1, 2, 3, 4, 4]);
  expect(addRating([0, 0, 0, 0, 0], 1, -1)).toEqual([0, 0, 0, 0, 0]);
});
