type StrengthProblem = 'tooShort' | 'noLetter' | 'noDigitOrSymbol';
type PasswordProblem = StrengthProblem | 'mismatch' | 'noCurrent';

/** Texts of section 5, word for word. */
export const passwordTexts: Readonly<Record<PasswordProblem, string>> = {
  tooShort: 'Password needs to be minimum 8 characters long',
  noLetter: 'Password needs to contain a letter',
  noDigitOrSymbol: 'Password needs to contain a digit or symbol',
  mismatch: 'Passwords do not match',
  noCurrent: 'Please provide your current password',
};

/** Returns the problem of a password; `null` when it is strong enough. */
export function passwordProblem(password: string): StrengthProblem | null {
  if (Array.from(password).length < 8) return 'tooShort';
  if (!/\p{L}/u.test(password)) return 'noLetter';
  if (!/[^\p{L}\s]/u.test(password)) return 'noDigitOrSymbol';
  return null;
}
