import { expect, test } from 'vitest';
import { leftOutText } from './left-out-text.ts';

test('the message states how many issues of an incident were left out, and why', () => {
  expect(leftOutText({ untracked: 2, removed: 1 })).toBe(
    '3 issues were left out: 2 of products that are no longer tracked, 1 of a keyword that was removed',
  );
  expect(leftOutText({ untracked: 1, removed: 0 })).toBe(
    '1 issue was left out: 1 of a product that is no longer tracked',
  );
});

test('the message states how many issues were left out because they have changed since', () => {
  expect(leftOutText({ untracked: 0, removed: 0, changed: 1 })).toBe(
    '1 issue was left out: 1 has changed since you saw it',
  );
  expect(leftOutText({ untracked: 1, removed: 0, changed: 2 })).toBe(
    '3 issues were left out: 1 of a product that is no longer tracked, 2 have changed since you saw them',
  );
});

test('the message separates the thousands of every number', () => {
  expect(leftOutText({ untracked: 1200, removed: 1300, changed: 1400 })).toBe(
    '3,900 issues were left out: 1,200 of products that are no longer tracked, 1,300 of keywords that were removed, 1,400 have changed since you saw them',
  );
});
