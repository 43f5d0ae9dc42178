import { expect, test } from 'vitest';
import { passwordProblem, passwordTexts } from './password.ts';

test.each([
  ['abcdefg', 'tooShort'],
  ['', 'tooShort'],
  ['12345678', 'noLetter'],
  ['!!!!!!!!', 'noLetter'],
  ['abcdefgh', 'noDigitOrSymbol'],
  ['abcd efgh', 'noDigitOrSymbol'],
  ['abcdefg1', null],
  ['abcdefg!', null],
  ['Größe-9x', null],
  // An emoji counts as one character and as a symbol.
  ['abcdefg🔑', null],
  ['abcdef🔑', 'tooShort'],
] as const)('the password %j: %s', (password, problem) => {
  expect(passwordProblem(password)).toBe(problem);
});

test('the texts are those of section 5', () => {
  expect(Object.values(passwordTexts)).toEqual([
    'Password needs to be minimum 8 characters long',
    'Password needs to contain a letter',
    'Password needs to contain a digit or symbol',
    'Passwords do not match',
    'Please provide your current password',
  ]);
});
