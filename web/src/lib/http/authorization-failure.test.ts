import { expect, test } from 'vitest';
import { authorizationFailure } from './authorization-failure.ts';

test.each([
  ['authorizationExpired', 'The authorization took too long or was already used. Please start again'],
  ['call us at 555-0100', 'The marketplace did not confirm the authorization. Please try again'],
  ['toString', 'The marketplace did not confirm the authorization. Please try again'],
])('the code "%s" has the text of the catalogue', (code, text) => {
  expect(authorizationFailure(code)).toBe(text);
});
