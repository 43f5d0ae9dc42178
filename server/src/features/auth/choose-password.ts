import { AppError } from '@app/shared/base/errors.ts';
import { passwordProblem, passwordTexts } from '@app/shared/domain/password.ts';
import { isCommonPassword } from './common-password.ts';

export const commonPasswordText = 'This password is one of the first that anybody would try. Please choose another';

/** Section 5, and none of those that many people have. */
export function refuseWeakPassword(password: string): void {
  const problem = passwordProblem(password);
  if (problem) throw new AppError('weakPassword', { text: passwordTexts[problem] });
  if (isCommonPassword(password)) throw new AppError('weakPassword', { text: commonPasswordText });
}
