import { cleanEmail, isEmail } from '@app/shared/domain/inputs/email-address.ts';

/** Section 5: "e-mail and password required"; `null` for a field without a problem. */
export const logInProblems = ({ email, password }: { readonly email: string; readonly password: string }) => ({
  email: isEmail(cleanEmail(email)) ? null : 'Please enter a valid e-mail address',
  password: password === '' ? 'Please enter your password' : null,
});
