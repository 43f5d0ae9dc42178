import { passwordProblem, passwordTexts } from '@app/shared/domain/password.ts';

export interface PasswordPair {
  readonly password: string;
  readonly confirmation: string;
}

/** Section 5: what is wrong with either field, null where nothing is. */
export function pairProblems({ password, confirmation }: PasswordPair) {
  const problem = passwordProblem(password);
  return {
    password: problem && passwordTexts[problem],
    confirmation: password === confirmation ? null : passwordTexts.mismatch,
  };
}
