import { expect, test } from 'vitest';
import { asinTexts, cleanAsin, isAsin } from './asin.ts';

test.each([
  [' B0C7XK4M2P ', 'B0C7XK4M2P'],
  ['b0c7xk4m2p', 'B0C7XK4M2P'],
  ['(B0C7XK4M2P),', 'B0C7XK4M2P'],
  ['\tB0C7XK4M2P\n', 'B0C7XK4M2P'],
  ['--', ''],
])('%j is stripped of characters that are not alphanumeric at its ends', (typed, asin) => {
  expect(cleanAsin(typed)).toBe(asin);
});

test('an ASIN consists of alphanumerics only', () => {
  expect(isAsin('B0C7XK4M2P')).toBe(true);
  for (const wrong of ['', 'B0C7 XK4M', 'B0-C7', 'B0C7XK4MÖ', 'B'.repeat(21)]) expect(isAsin(wrong)).toBe(false);
});

test('the texts about an ASIN are those of the specification', () => {
  expect(asinTexts.unknown('B0X', 'DE')).toBe('ASIN B0X does not exist in the DE marketplace');
  expect(asinTexts.unknown('B0X', undefined)).toBe('ASIN B0X does not exist in the product');
  expect(asinTexts.notTracked('B0X')).toBe(
    'ASIN B0X is not tracked. You may start tracking this ASIN in your Product Tracking Settings',
  );
  expect(asinTexts.trackedElsewhere('B0X', ['US', 'CA'])).toBe(
    'ASIN B0X is only tracked on the following marketplace(s): US, CA',
  );
});
