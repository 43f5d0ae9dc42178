import { expect, test } from 'vitest';
import { chanceOfSoFew } from './expected-sales-chance.ts';

test('without excess it is the Poisson tail: e^-3 for 0 of 3, and 4e^-3 for at most 1', () => {
  expect(chanceOfSoFew(0, 3, 0)).toBeCloseTo(Math.exp(-3), 4);
  expect(chanceOfSoFew(1, 3, 0)).toBeCloseTo(4 * Math.exp(-3), 4);
});

test('with an excess of 1 it is the geometric tail', () => {
  expect(chanceOfSoFew(0, 4, 1)).toBeCloseTo(1 / 5, 6);
  expect(chanceOfSoFew(2, 4, 1)).toBeCloseTo(1 - (4 / 5) ** 3, 6);
});

test('nothing is rare when nothing is expected', () => {
  expect(chanceOfSoFew(0, 0, 0.04)).toBe(1);
});

test('large counts neither overflow nor vanish', () => {
  expect(chanceOfSoFew(1_000, 1_000, 0.04)).toBeCloseTo(0.5, 1);
  expect(chanceOfSoFew(1_000_000, 1_000_000, 0.04)).toBeCloseTo(0.5, 1);
  expect(chanceOfSoFew(250_000, 1_000_000, 0.04)).toBeLessThan(0.001);
});

test('the normal curve for large counts continues the sum for smaller ones', () => {
  const ratio = chanceOfSoFew(5_001, 5_200, 0.0004) / chanceOfSoFew(5_000, 5_200, 0.0004);

  expect(ratio).toBeGreaterThan(0.9);
  expect(ratio).toBeLessThan(1.1);
});
