import { AppError } from '@app/shared/base/errors.ts';
import type { describePasswordLink } from '@app/shared/contract/auth.ts';
import type { Answer } from '@app/shared/contract/endpoint.ts';
import type { Context } from '../../../context.ts';
import type { Tx } from '../../../lib/db/db.ts';
import { nextWorldVersion } from '../../../lib/db/world-version.ts';
import { recordAudit } from '../../accounts/audit-queries.ts';
import { getTenant } from '../../accounts/queries.ts';
import { findAddress } from '../../accounts/verification/email-verification-queries.ts';
import { refuseWeakPassword } from './refuse-weak-password.ts';
import { hasPrograms } from '../access-tokens/token-queries.ts';
import { endAccess } from '../end-access.ts';
import { loginName } from '../log-in/log-in.ts';
import { parseLinkToken, sendPasswordLink } from '../mails/password-links.ts';
import {
  deletePasswordLink,
  endStop,
  findPasswordLink,
  markVerified,
  setPasswordHash,
  type LinkToken,
} from '../mails/password-queries.ts';
import type { FoundLink } from '../mails/password-queries.ts';
import { recordLogIn, watchAttempt } from '../log-in/log-in-events.ts';
import type { Passwords } from '../log-in/passwords.ts';
import { forgetFactors } from '../second-step/two-factor-queries.ts';
import { findLogin, type Login } from '../log-in/queries.ts';
import { enqueueSecurityNotice } from '../mails/security-mail.ts';
import { admitLinkLook, admitReset, admitResetRequest, forgetGuesses, type Guesser } from '../log-in/throttle.ts';

interface ResetContext extends Pick<Context, 'db' | 'clock' | 'random' | 'mailer' | 'config' | 'keys' | 'log'> {}

/**
 * Mails a reset link. Throws `emailUnknown` for an address without a login; limits on requests keep this from being
 * used to find accounts.
 */
export async function requestReset(
  ctx: ResetContext,
  { email, from }: { readonly email: string; readonly from: Guesser },
): Promise<void> {
  const name = loginName(email);
  const login = await findLogin(ctx.db.global, name);
  const attempt = { email: name, login, from };
  const admit = () => admitResetRequest(ctx, attempt);
  const isUseful = await watchAttempt(ctx, { ...attempt, what: 'new password' }, admit);
  const address = login && (await ctx.db.tenant(login.tenantId, (tx) => findAddress(tx, login)));
  if (!address) throw new AppError('emailUnknown');
  await recordLogIn(ctx, { ...attempt, action: 'new password asked for' });
  if (isUseful) await sendPasswordLink(ctx, { ...login, email: address.email, purpose: 'reset' });
}

/** Returns what a link is for, without using it. */
export async function describeLink(
  ctx: Pick<Context, 'db' | 'clock'>,
  { token: text, ip }: { readonly token: string; readonly ip: string },
): Promise<Answer<typeof describePasswordLink>> {
  await admitLinkLook(ctx, { ip });
  const token = parseLinkToken(text);
  const now = ctx.clock.now();
  const found =
    token &&
    (await ctx.db.tenant(token.tenantId, async (tx) => {
      const link = await findPasswordLink(tx, { ...token, now });
      return link && { ...link, companyName: (await getTenant(tx, token.tenantId)).companyName };
    }));
  if (!found) throw new AppError('resetExpired');
  return found;
}

interface Reset {
  readonly token: string;
  readonly newPassword: string;
  readonly from: Guesser;
  readonly browser: string | null;
}

/** The login whose password was set, and the sessions that ended with the old one. */
interface ResetLogin extends Login {
  readonly sessionHashes: readonly string[];
}

export interface SetPasswordContext extends ResetContext {
  /** Removes what was set up in an account before its owner's address was confirmed. Returns the ended sessions. */
  forgetSetUp(tx: Tx, account: ConfirmedOwner): Promise<readonly string[]>;
}

interface ConfirmedOwner {
  readonly tenantId: string;
  readonly email: string;
  readonly now: Date;
}

/** Sets the password of the user to whom the link was sent, and ends all their sessions. */
export async function resetPassword(ctx: SetPasswordContext, passwords: Passwords, reset: Reset): Promise<ResetLogin> {
  await admitReset(ctx, reset.from);
  const token = parseLinkToken(reset.token);
  const asked = token && { ...token, now: ctx.clock.now() };
  const link = asked && (await ctx.db.tenant(asked.tenantId, (tx) => findPasswordLink(tx, asked)));
  if (!link) throw new AppError('resetExpired');
  refuseWeakPassword(reset.newPassword);
  const passwordHash = await passwords.hash(reset.newPassword);
  const sessionHashes = await setPassword(ctx, { ...link, ...token, passwordHash, browser: reset.browser });
  const login = { tenantId: token.tenantId, emailAddressId: link.emailAddressId };
  await forgetGuesses(ctx, { email: loginName(link.email), login, from: reset.from });
  return { ...login, sessionHashes };
}

interface ChosenPassword extends FoundLink, LinkToken {
  readonly passwordHash: string;
  readonly browser: string | null;
}

function setPassword(ctx: SetPasswordContext, chosen: ChosenPassword): Promise<readonly string[]> {
  const { db, clock, forgetSetUp } = ctx;
  const now = clock.now();
  return db.tenant(chosen.tenantId, async (tx) => {
    // The second of two requests with the same link waits here for the first, and finds the link deleted.
    if (!(await deletePasswordLink(tx, chosen))) throw new AppError('resetExpired');
    await setPasswordHash(tx, chosen);
    const isFirstProof = (await markVerified(tx, { ...chosen, now })) && chosen.purpose === 'reset';
    // The warning on the dashboard that this address receives no mail has to disappear.
    if (await endStop(tx, chosen)) await nextWorldVersion(tx, chosen.tenantId);
    const action = chosen.purpose === 'reset' ? 'password reset' : 'invitation accepted';
    await recordAudit(tx, [{ ...chosen, at: now, actor: chosen.email, action, subject: chosen.email }]);
    if (chosen.purpose === 'reset') {
      const news = (await hasPrograms(tx, { ...chosen, now })) ? 'passwordResetWithPrograms' : 'passwordReset';
      await enqueueSecurityNotice(ctx, tx, { ...chosen, news });
    }
    // The person may have lost control of the account, so access is also taken from programs of others.
    const ended = await endAccess(tx, chosen);
    if (!isFirstProof) return ended;
    // Somebody else may have signed up with this address: only its mailbox has proved whose account this is.
    await forgetFactors(tx, chosen);
    const address = await findAddress(tx, chosen);
    return address?.isPrimary ? [...ended, ...(await forgetSetUp(tx, { ...chosen, now }))] : ended;
  });
}
