import { expect, test } from 'vitest';
import { perDayText, perDayTexts } from './stock-words.ts';

test.each([
  [61.4, '61 a day'],
  [4.23, '4.2 a day'],
  [0.351, '0.35 a day'],
  [0, '0 a day'],
])('%d units a day are written with a sensible precision', (units, text) => {
  expect(perDayText(units)).toBe(text);
});

test.each([
  [17.2, 1, '17 a day', '1 a day'],
  [17.2, 0, '17 a day', '0 a day'],
  [17.2, 0.3, '17 a day', 'under 1 a day'],
  [4.2, 0.3, '4.2 a day', '0.3 a day'],
  [0.8, 0.25, '0.80 a day', '0.25 a day'],
])('%d and %d side by side have the same precision', (...[from, to, ...texts]) => {
  expect(perDayTexts(from, to)).toEqual(texts);
});
