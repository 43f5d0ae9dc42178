import { expect, test } from 'vitest';
import { apiErrorOf } from './api-error.ts';
import { linkFailureTitle, mayFollowAgain } from './link-failure.ts';

test.each([
  [410, 'This link does not work'],
  [400, 'This link does not work'],
  [0, 'The link was not followed yet'],
  [429, 'The link was not followed yet'],
  [500, 'The link was not followed yet'],
  [503, 'The link was not followed yet'],
])('a link of a mail that fails with %i has the title "%s"', (status, title) => {
  expect(linkFailureTitle(apiErrorOf(status, ''))).toBe(title);
  expect(mayFollowAgain(apiErrorOf(status, ''))).toBe(title !== 'This link does not work');
});
