import { expect, test } from 'vitest';
import { cleanEmail, isEmail } from './email-address.ts';

test('spaces and tabs are stripped', () => {
  expect(cleanEmail(' anna\t@brightkeel .example ')).toBe('anna@brightkeel.example');
});

test.each([
  ['anna@brightkeel.example', true],
  ['Anna.Bell+alerts@mail.brightkeel.co.uk', true],
  ["o'neill@brightkeel.example", true],
  [`${'a'.repeat(82)}@brightkeel.example`, false],
  [`${'a'.repeat(81)}@brightkeel.example`, true],
  ['', false],
  ['anna', false],
  ['anna@', false],
  ['@brightkeel.example', false],
  ['anna@brightkeel', false],
  ['anna@-brightkeel.example', false],
  ['anna@brightkeel..example', false],
  ['anna@bell@brightkeel.example', false],
  ['anna bell@brightkeel.example', false],
  ['anna@brightkeel.example\nBcc: all@brightkeel.example', false],
])('%j is an e-mail address of at most 100 characters: %s', (email, expected) => {
  expect(isEmail(email)).toBe(expected);
});
