import { expect, test } from 'vitest';
import { isMissingPart } from './new-version.ts';

test.each([
  new TypeError('Failed to fetch dynamically imported module: https://watchpost.test/assets/Stock-1.js'),
  new TypeError('error loading dynamically imported module: https://watchpost.test/assets/Stock-1.js'),
  new TypeError('Importing a module script failed.'),
  new Error('Unable to preload CSS for /assets/Stock-1.css'),
])('a part that the server does not have is missing: $message', (error) => {
  expect(isMissingPart(error)).toBe(true);
});

test.each([new RangeError('Invalid language tag: en-US@posix'), new TypeError('x is undefined'), 'gone', null])(
  'a part that fails when it runs is not missing: %s',
  (error) => {
    expect(isMissingPart(error)).toBe(false);
  },
);
