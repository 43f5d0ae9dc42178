import { expect, test } from 'vitest';
import { validLanguage } from './language.ts';

test.each([
  ['de', 'de'],
  ['en-GB', 'en-GB'],
  ['en-US@posix', 'en-US'],
  ['C', 'en-US'],
  ['', 'en-US'],
  [undefined, 'en-US'],
])('the language %s of a browser is used as %s', (language, valid) => {
  expect(validLanguage(language)).toBe(valid);
});
