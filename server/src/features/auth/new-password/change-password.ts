import { AppError } from '@app/shared/base/errors.ts';
import type { Context } from '../../../context.ts';
import type { Actor } from '../../../http/actor.ts';
import { recordAudit } from '../../accounts/audit-queries.ts';
import { findPasswordHash, lockPassword } from '../../accounts/queries.ts';
import { refuseWeakPassword } from './refuse-weak-password.ts';
import { loginName } from '../log-in/log-in.ts';
import { watchAttempt } from '../log-in/log-in-events.ts';
import { deleteLinksOf, setPasswordHash } from '../mails/password-queries.ts';
import type { Passwords } from '../log-in/passwords.ts';
import { enqueueSecurityNotice } from '../mails/security-mail.ts';
import { deleteSessionsOf } from '../sessions/session-queries.ts';
import { admitLogin, forgiveLogin, type Guesser } from '../log-in/throttle.ts';
import { deletePendingLoginsOf } from '../second-step/two-factor-queries.ts';

interface PasswordChange {
  readonly oldPassword: string;
  readonly newPassword: string;
  readonly from: Guesser;
  readonly browser: string | null;
}

type ChangeContext = Pick<Context, 'db' | 'clock' | 'random' | 'mailer' | 'config' | 'keys' | 'log'>;

/** Sets a new password and ends all other sessions of the address. Returns their hashes. */
export async function changePassword(
  ctx: ChangeContext,
  passwords: Passwords,
  { actor, ...change }: PasswordChange & { readonly actor: Actor },
): Promise<readonly string[]> {
  const { tenantId, email } = actor;
  const oldHash = await provePassword(ctx, passwords, { actor, password: change.oldPassword, from: change.from });
  refuseWeakPassword(change.newPassword);
  const passwordHash = await passwords.hash(change.newPassword);
  const news = { ...actor, news: 'passwordChanged', browser: change.browser } as const;
  return ctx.db.tenant(tenantId, async (tx) => {
    if (!(await lockPassword(tx, { ...actor, passwordHash: oldHash }))) throw new AppError('wrongOldPassword');
    await setPasswordHash(tx, { ...actor, passwordHash });
    await deletePendingLoginsOf(tx, actor);
    await deleteLinksOf(tx, actor);
    await recordAudit(tx, [
      { tenantId, at: ctx.clock.now(), actor: email, action: 'password changed', subject: email },
    ]);
    await enqueueSecurityNotice(ctx, tx, news);
    return deleteSessionsOf(tx, { ...actor, except: actor.sessionHash });
  });
}

interface Proof {
  readonly actor: Actor;
  readonly password: string;
  readonly from: Guesser;
}

/**
 * Throws unless the password is the actor's, and returns its hash. Wrong passwords count like those at login, because
 * this call could be used to guess as well.
 */
export async function provePassword(
  ctx: Pick<Context, 'db' | 'clock' | 'keys' | 'log'>,
  passwords: Passwords,
  { actor, password, from }: Proof,
): Promise<string> {
  if (password === '') throw new AppError('noOldPassword');
  const { tenantId, emailAddressId } = actor;
  const attempt = { email: loginName(actor.email), login: { tenantId, emailAddressId }, from };
  return watchAttempt(ctx, { ...attempt, what: 'password' }, async () => {
    await admitLogin(ctx, attempt);
    const passwordHash = await ctx.db.tenant(actor.tenantId, (tx) => findPasswordHash(tx, actor));
    const isRight = await passwords.isRight(passwordHash, password);
    if (!isRight || passwordHash === null) throw new AppError('wrongOldPassword');
    await forgiveLogin(ctx, attempt);
    return passwordHash;
  });
}
