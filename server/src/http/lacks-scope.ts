import { AppError } from '@app/shared/base/errors.ts';
import type { TokenScope } from '@app/shared/contract/endpoint.ts';

/** Returns the refusal of a call whose token does not have this scope. */
export const lacksScope = (scope: TokenScope): AppError =>
  new AppError('insufficientScope', {
    text: `This token does not have the scope ${scope}. Please use one that has it`,
  });
