import { AppError } from '@app/shared/base/errors.ts';
import { cleanEmail } from '@app/shared/domain/inputs/email-address.ts';
import type { Context } from '../../../context.ts';
import { findPasswordHash } from '../../accounts/queries.ts';
import type { Passwords } from './passwords.ts';
import { findLogin, type Login } from './queries.ts';
import { admitLogin, forgiveLogin } from './throttle.ts';

export interface Credentials {
  readonly email: string;
  readonly password: string;
  /** The IP address of the attempt. */
  readonly ip: string;
}

/** The key of a login: the address without blanks and in lower case. */
export const loginName = (email: string): string => cleanEmail(email).toLowerCase();

/** An unknown address is checked against this login, so that the answer takes the same path and time. */
const nobody: Login = { tenantId: '00000000-0000-0000-0000-000000000000', emailAddressId: '0' };

/** Returns the login of these credentials. Throws `wrongCredentials` without stating which of the two was wrong. */
export async function logIn(
  ctx: Pick<Context, 'db' | 'clock'>,
  passwords: Passwords,
  { email, password, ip }: Credentials,
): Promise<Login> {
  const attempt = { email: loginName(email), ip };
  await admitLogin(ctx, attempt);

  const login = (await findLogin(ctx.db.global, attempt.email)) ?? nobody;
  const passwordHash = await ctx.db.tenant(login.tenantId, (tx) => findPasswordHash(tx, login));
  if (!(await passwords.isRight(passwordHash, password))) throw new AppError('wrongCredentials');

  await forgiveLogin(ctx, attempt);
  return login;
}
