import { AppError } from '@app/shared/base/errors.ts';
import { cleanEmail } from '@app/shared/domain/inputs/email-address.ts';
import type { Context } from '../../../context.ts';
import { findPasswordHash } from '../../accounts/queries.ts';
import { watchAttempt } from './log-in-events.ts';
import type { Passwords } from './passwords.ts';
import { findLogin, type Login } from './queries.ts';
import { admitLogin, forgiveLogin, type Guesser } from './throttle.ts';

interface Credentials {
  readonly email: string;
  readonly password: string;
  readonly from: Guesser;
}

/** Returns the key of a login: the address without blanks and in lower case. */
export const loginName = (email: string): string => cleanEmail(email).toLowerCase();

/** An unknown address is checked against this login, so that the answer takes the same path and time. */
const nobody: Login = { tenantId: '00000000-0000-0000-0000-000000000000', emailAddressId: '0' };

/** A login with the hash of the password that was right. */
export interface VerifiedLogin extends Login {
  readonly passwordHash: string;
}

/** Returns the login of these credentials. Throws `wrongCredentials` without stating which of the two was wrong. */
export async function logIn(
  ctx: Pick<Context, 'db' | 'clock' | 'keys' | 'log'>,
  passwords: Passwords,
  { email, password, from }: Credentials,
): Promise<VerifiedLogin> {
  const name = loginName(email);
  const found = await findLogin(ctx.db.global, name);
  const attempt = { email: name, login: found, from };
  return watchAttempt(ctx, { ...attempt, what: 'log-in' }, async () => {
    await admitLogin(ctx, attempt);
    const login = found ?? nobody;
    const passwordHash = await ctx.db.tenant(login.tenantId, (tx) => findPasswordHash(tx, login));
    const isRight = await passwords.isRight(passwordHash, password);
    if (!isRight || passwordHash === null) throw new AppError('wrongCredentials');
    await forgiveLogin(ctx, attempt);
    return { ...login, passwordHash };
  });
}
