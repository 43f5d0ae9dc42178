import { expect, test } from 'vitest';
import { emptySignUpForm, signUpProblems, type SignUpForm } from './sign-up-form.ts';
import { parseSignUpSearch } from './sign-up-search.ts';

const complete: SignUpForm = {
  companyName: 'Brightkeel',
  accountType: 'brand',
  firstName: 'Ada',
  lastName: 'Moss',
  email: 'owner@brightkeel.example',
  password: 'kettle-42',
  confirmation: 'kettle-42',
  inviteCode: '',
  acceptsTerms: true,
};

test('a complete form with a strong matching password is valid', () => {
  expect(signUpProblems(complete)).toEqual({});
});

test.each<[keyof SignUpForm, Partial<SignUpForm>, string]>([
  ['companyName', { companyName: '  ' }, 'Please enter your company name'],
  ['accountType', { accountType: '' }, 'Please choose what you are'],
  ['firstName', { firstName: '' }, 'Please enter your first name'],
  ['lastName', { lastName: 'x'.repeat(201) }, 'At most 200 characters'],
  ['email', { email: 'owner@brightkeel' }, 'Please enter a valid e-mail address'],
  ['email', { email: `${'x'.repeat(90)}@brightkeel.example` }, 'Please enter a valid e-mail address'],
  ['confirmation', { confirmation: 'kettle-43' }, 'Passwords do not match'],
  ['inviteCode', { inviteCode: 'FOUR' }, 'A code has 5 to 20 characters'],
  ['inviteCode', { inviteCode: 'x'.repeat(21) }, 'A code has 5 to 20 characters'],
  ['inviteCode', { inviteCode: 'x'.repeat(20) }, 'A code of 20 characters begins with REF-'],
  ['inviteCode', { inviteCode: 'REF-SPRING' }, 'A code that begins with REF- has 20 characters'],
  ['acceptsTerms', { acceptsTerms: false }, 'Please accept the terms'],
])('%s is a problem with %j', (field, change, text) => {
  expect(signUpProblems({ ...complete, ...change })).toEqual({ [field]: text });
});

test.each([
  ['kettle4', 'Password needs to be minimum 8 characters long'],
  ['12345678', 'Password needs to contain a letter'],
  ['kettlekettle', 'Password needs to contain a digit or symbol'],
])('the weak password %s is flagged', (password, text) => {
  expect(signUpProblems({ ...complete, password, confirmation: password })).toEqual({ password: text });
});

test('spaces and tabs of a linked e-mail address are stripped', () => {
  expect(emptySignUpForm({ email: ' owner @brightkeel.example\t' }).email).toBe('owner@brightkeel.example');
});

test('only the parameters of the sign-up are kept, unchanged', () => {
  const search = { code: 'SPRING', amazon_state: '0012e3', selling_partner_id: 'A1', theme: 'dark', ref: '' };

  expect(parseSignUpSearch(search)).toEqual({ code: 'SPRING', amazon_state: '0012e3', selling_partner_id: 'A1' });
});
