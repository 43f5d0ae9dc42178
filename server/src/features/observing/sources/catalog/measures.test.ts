import { expect, test } from 'vitest';
import { packageText, plainNumber, unitSymbol } from './measures.ts';

const side = (unit: string, value: number) => ({ unit, value });
const inches = (length: number, width: number, height: number) => ({
  length: side('inches', length),
  width: side('inches', width),
  height: side('inches', height),
  weight: side('pounds', 2),
});

test('the same package is the same text, whichever side is called its height and in whatever unit', () => {
  const text = '26.7 × 20 × 10 cm, 0.91 kg';

  expect(packageText(inches(10.5, 7.874, 3.937))).toBe(text);
  expect(packageText(inches(3.937, 10.49999998929, 7.874))).toBe(text);
  expect(
    packageText({
      length: side('centimeters', 20),
      width: side('Millimetres', 100),
      height: side('meters', 0.267),
      weight: side('grams', 907.18474),
    }),
  ).toBe(text);
});

test('a number that was converted back and forth is rounded to the same side of a half', () => {
  const [exact, computed] = [26.65, 10.49212598 * 2.54];

  expect(computed).not.toBe(exact);
  const texts = [exact, computed].map((value) =>
    packageText({ length: side('centimeters', value), width: side('cm', 1), height: side('cm', 1), weight: null }),
  );
  expect(texts).toEqual(['26.7 × 1 × 1 cm', '26.7 × 1 × 1 cm']);
});

test('a package without a weight has its sides; a package without a side, or in an unknown unit, is unknown', () => {
  const whole = inches(1, 1, 1);

  expect(packageText({ ...whole, weight: null })).toBe('2.5 × 2.5 × 2.5 cm');
  expect(packageText({ ...whole, height: null })).toBeNull();
  expect(packageText({ ...whole, height: side('cubits', 1) })).toBeNull();
  expect(packageText({ ...whole, height: { unit: null, value: 1 } })).toBeNull();
});

test.each([
  [24.9, '24.9'],
  [10, '10'],
  [10.49999998929, '10.5'],
  [0, '0'],
])('the number %s reads %s', (value, text) => {
  expect(plainNumber(value)).toBe(text);
});

test.each([
  ['inches', 'in'],
  ['Inch', 'in'],
  ['fluid ounces', 'fl oz'],
  ['millilitres', 'ml'],
  ['count', 'count'],
])('the unit %s is written %s', (unit, symbol) => {
  expect(unitSymbol(unit)).toBe(symbol);
});
