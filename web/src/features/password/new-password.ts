import { passwordProblem, passwordTexts } from '@app/shared/domain/inputs/password.ts';

interface PasswordPair {
  readonly password: string;
  readonly confirmation: string;
}

/** Section 5: the problem of either field, null when there is none. */
export function pairProblems({ password, confirmation }: PasswordPair) {
  const problem = passwordProblem(password);
  return {
    password: problem && passwordTexts[problem],
    confirmation: password === confirmation ? null : passwordTexts.mismatch,
  };
}
