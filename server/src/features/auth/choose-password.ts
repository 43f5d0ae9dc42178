import { AppError } from '@app/shared/base/errors.ts';
import { passwordProblem, passwordTexts } from '@app/shared/domain/password.ts';

/** Section 5. */
export function refuseWeakPassword(password: string): void {
  const problem = passwordProblem(password);
  if (problem) throw new AppError('weakPassword', { text: passwordTexts[problem] });
}
