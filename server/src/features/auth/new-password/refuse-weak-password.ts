import { AppError } from '@app/shared/base/errors.ts';
import { passwordProblem, passwordTexts } from '@app/shared/domain/inputs/password.ts';
import { isCommonPassword } from './common-password.ts';

export const commonPasswordText = 'This password is one of the first that anybody would try. Please choose another';

/** Refuses passwords that break the rules of section 5 or are widely used. */
export function refuseWeakPassword(password: string): void {
  const problem = passwordProblem(password);
  if (problem) throw new AppError('weakPassword', { text: passwordTexts[problem] });
  if (isCommonPassword(password)) throw new AppError('weakPassword', { text: commonPasswordText });
}
