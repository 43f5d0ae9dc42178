import { passwordProblem, passwordTexts } from '@app/shared/domain/inputs/password.ts';

export interface PasswordChange {
  readonly oldPassword: string;
  readonly newPassword: string;
  readonly confirmation: string;
}

/** The problems of section 5, in its words. */
export function passwordChangeProblems(change: PasswordChange): Partial<Record<keyof PasswordChange, string>> {
  const problem = passwordProblem(change.newPassword);
  return {
    ...(change.oldPassword === '' && { oldPassword: passwordTexts.noCurrent }),
    ...(problem && { newPassword: passwordTexts[problem] }),
    ...(change.confirmation !== change.newPassword && { confirmation: passwordTexts.mismatch }),
  };
}
