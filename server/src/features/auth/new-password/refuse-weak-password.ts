import { AppError, type ErrorCode } from '@app/shared/base/errors.ts';
import { passwordProblem } from '@app/shared/domain/inputs/password.ts';
import { isCommonPassword } from './common-password.ts';

const codeOf = {
  tooShort: 'passwordTooShort',
  noLetter: 'passwordWithoutLetter',
  noDigitOrSymbol: 'passwordWithoutDigit',
} as const satisfies Record<string, ErrorCode>;

/** Refuses passwords that break the rules of the specification, section 5, or are widely used. */
export function refuseWeakPassword(password: string): void {
  const problem = passwordProblem(password);
  if (problem) throw new AppError(codeOf[problem]);
  if (isCommonPassword(password)) throw new AppError('passwordTooCommon');
}
