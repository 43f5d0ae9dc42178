import { expect, test } from 'vitest';
import { inviteCodeKey, inviteCodeProblem, shownCodeName } from './invite-code.ts';

test.each([
  ['', null],
  ['  ', null],
  ['FOUR', 'length'],
  ['SPRING', null],
  ['spring-26', null],
  ['x'.repeat(19), null],
  ['x'.repeat(20), 'notReferral'],
  ['x'.repeat(21), 'length'],
  ['REF-0123456789ABCDEF', null],
  ['ref-0123456789abcdef', null],
  ['REF-0123456789', 'shortReferral'],
] as const)('the code %j has the problem %j', (code, problem) => {
  expect(inviteCodeProblem(code)).toBe(problem);
});

test('a code is the same in capitals and with spaces around it', () => {
  expect(inviteCodeKey(' spring ')).toBe('SPRING');
});

test('names of promo codes are cut to 25 characters', () => {
  expect(shownCodeName('n'.repeat(30))).toBe('n'.repeat(25));
  expect(shownCodeName(`${'n'.repeat(24)}🌷`)).toBe('n'.repeat(24));
});
