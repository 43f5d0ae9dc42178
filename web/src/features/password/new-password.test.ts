import { expect, test } from 'vitest';
import { pairProblems } from './new-password.ts';

test.each([
  ['a1b2c3d', 'Password needs to be minimum 8 characters long'],
  ['1234567890', 'Password needs to contain a letter'],
  ['abcdefghij', 'Password needs to contain a digit or symbol'],
  ['another zebra 2', null],
])('the problem of %s is: %s', (password, problem) => {
  expect(pairProblems({ password, confirmation: password })).toEqual({ password: problem, confirmation: null });
  expect(pairProblems({ password, confirmation: `${password}!` }).confirmation).toBe('Passwords do not match');
});
