import { expect, test } from 'vitest';
import { logInProblems } from './log-in-problems.ts';

const invalid = 'Please enter a valid e-mail address';

test.each([
  [
    { email: 'ada@example.com', password: 'x' },
    { email: null, password: null },
  ],
  [
    { email: ' ada@example.com ', password: 'x' },
    { email: null, password: null },
  ],
  [
    { email: 'ada', password: 'x' },
    { email: invalid, password: null },
  ],
  [
    { email: '', password: '' },
    { email: invalid, password: 'Please enter your password' },
  ],
])('e-mail and password are required for the log-in: %o', (given, problems) => {
  expect(logInProblems(given)).toEqual(problems);
});
