import { expect, test } from 'vitest';
import { expectedBands } from './expected-band.ts';

const sold = (...units: readonly number[]) => ({ through: '2026-06-30', units: [...units], outOfStock: [] });
const steady = Array.from({ length: 40 }, () => 40);

test('a day is expected near the sales of the days before it, whatever it sold itself', () => {
  const calm = expectedBands(sold(...steady, 40), 'US').get('2026-06-30');
  const drop = expectedBands(sold(...steady, 2), 'US').get('2026-06-30');

  expect(calm).toEqual(drop);
  expect(calm?.low).toBeGreaterThan(25);
  expect(calm?.low).toBeLessThan(40);
  expect(calm?.high).toBeGreaterThan(40);
  expect(calm?.high).toBeLessThan(55);
});

test('there is no band before ten days are known', () => {
  const bands = expectedBands(sold(...steady), 'US');

  expect([...bands.keys()].toSorted()[0]).toBe('2026-06-01');
  expect(bands.size).toBe(30);
});

test('a day out of stock has no band', () => {
  const units = [...steady, 0];
  const outOfStock = units.map((_, index) => index === units.length - 1);

  expect(expectedBands({ through: '2026-06-30', units, outOfStock }, 'US').has('2026-06-30')).toBe(false);
});
