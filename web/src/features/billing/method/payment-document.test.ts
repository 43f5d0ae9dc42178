import { expect, test } from 'vitest';
import { methodToPay } from './payment-document.ts';

test.each([
  ['#pay-card', 'card'],
  ['#pay-ach', 'ach'],
  ['#pay-gold', null],
  ['#account', null],
  ['', null],
])('the address %s opens the form of %s', (hash, method) => {
  expect(methodToPay(hash)).toBe(method);
});
