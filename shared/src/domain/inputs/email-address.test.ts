import { expect, test } from 'vitest';
import { cleanEmail, isEmail } from './email-address.ts';

test('spaces and tabs are stripped', () => {
  expect(cleanEmail(' anna\t@brightkeel .example ')).toBe('anna@brightkeel.example');
});

test('spaces that do not break and invisible characters, which are pasted along, are stripped', () => {
  expect(cleanEmail('\u202aanna@bright\u200bkeel.example\u202c')).toBe('anna@brightkeel.example');
  expect(cleanEmail('\u00a0anna@brightkeel.example\u3000')).toBe('anna@brightkeel.example');
});

test('a line break is not stripped, so that no second address is joined to the first', () => {
  expect(isEmail(cleanEmail('anna@brightkeel.example\n.org'))).toBe(false);
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
