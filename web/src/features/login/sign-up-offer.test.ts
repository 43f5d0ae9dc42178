import { expect, test } from 'vitest';
import { signUpOffer } from './sign-up-offer.ts';

test('the log-in offers the trial of a sign-up without a code, and names no trial when a code may lead to another one', () => {
  expect(signUpOffer({})).toBe('Start a 30-day free trial');
  expect(signUpOffer({ code: 'SPRING' })).toBe('Sign up');
  expect(signUpOffer({ ref: 'ada' })).toBe('Sign up');
});
