import { expect, test } from 'vitest';
import { isTypedName } from './typed-name.ts';

test.each([
  ['Acme Ltd', 'Acme  Ltd', true],
  ['Acme Ltd', 'Acme\u00a0Ltd\t', true],
  [' Acme Ltd ', 'Acme Ltd', true],
  ['Soci\u00e9t\u00e9', 'Socie\u0301te\u0301', true],
  ['Acme', '\u200bAc\u00adme', true],
  ['Acme', 'acme', false],
  ['AcmeLtd', 'Acme Ltd', false],
  ['', 'Acme', false],
])('the name of the account is typed as the page shows it: %j for %j is %s', (typed, name, isRight) => {
  expect(isTypedName(typed, name)).toBe(isRight);
});
