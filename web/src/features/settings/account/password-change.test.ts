import { expect, test } from 'vitest';
import { passwordChangeProblems } from './password-change.ts';

const good = { oldPassword: 'x', newPassword: 'Long-enough-2', confirmation: 'Long-enough-2' };

test.each([
  [{}, {}],
  [{ oldPassword: '' }, { oldPassword: 'Please provide your current password' }],
  [
    { newPassword: 'short1!', confirmation: 'short1!' },
    { newPassword: 'Password needs to be minimum 8 characters long' },
  ],
  [{ newPassword: '12345678', confirmation: '12345678' }, { newPassword: 'Password needs to contain a letter' }],
  [
    { newPassword: 'abcdefgh', confirmation: 'abcdefgh' },
    { newPassword: 'Password needs to contain a digit or symbol' },
  ],
  [{ confirmation: 'Long-enough-3' }, { confirmation: 'Passwords do not match' }],
])('changing the password with %j says %j', (differs, problems) => {
  expect(passwordChangeProblems({ ...good, ...differs })).toEqual(problems);
});
