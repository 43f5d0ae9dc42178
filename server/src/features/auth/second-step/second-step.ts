import { minuteMs } from '@app/shared/base/time.ts';
import { AppError } from '@app/shared/base/errors.ts';
import type { SecondStep } from '@app/shared/contract/auth.ts';
import type { UsedPasskey } from '@app/shared/contract/two-factor.ts';
import type { Context } from '../../../context.ts';
import { hashToken } from '../../../lib/secrets.ts';
import type { Tx } from '../../../lib/db/db.ts';
import { lockPassword } from '../../accounts/queries.ts';
import { takeAppCode } from './authenticator-app.ts';
import { findPasskey, setPasskeyUsed } from './passkey-queries.ts';
import { watchAttempt } from '../log-in/log-in-events.ts';
import { parseLinkToken } from '../mails/password-links.ts';
import type { SecurityNotices } from '../mails/security-mail.ts';
import type { VerifiedLogin } from '../log-in/log-in.ts';
import { hashRecoveryCode } from './recovery-codes.ts';
import { relyingParty, webAuthn } from './relying-party.ts';
import { admitSecondStep, forgiveSecondStep, type Guesser } from '../log-in/throttle.ts';
import * as queries from './two-factor-queries.ts';

const lifetimeMs = 5 * minuteMs;

type StepContext = Pick<Context, 'db' | 'clock' | 'random' | 'keys' | 'config' | 'log'>;
type KeptLogin = VerifiedLogin & { readonly keepMeSignedIn: boolean };
type PendingLogin = NonNullable<Awaited<ReturnType<typeof queries.findPendingLogin>>>;

/**
 * Called after the right password. Returns the second step to ask for, or `null` if the login is complete. Throws
 * `wrongCredentials` if the password was changed after it was verified.
 */
export async function beginSecondStep(ctx: StepContext, login: KeptLogin): Promise<SecondStep | null> {
  return ctx.db.tenant(login.tenantId, async (tx) => {
    if (!(await lockPassword(tx, login))) throw new AppError('wrongCredentials');
    if (!(await queries.findTwoFactorSince(tx, login))) return null;
    const { hasApp, passkeys, recoveryCodes } = await queries.findFactors(tx, login);
    const secret = ctx.random.token();
    const { generateAuthenticationOptions } = await webAuthn();
    const options = await generateAuthenticationOptions({
      rpID: relyingParty(ctx.config).id,
      allowCredentials: [...passkeys],
      challenge: ctx.random.token(),
      userVerification: 'preferred',
    });
    await queries.insertPendingLogin(tx, {
      ...login,
      tokenHash: hashToken(secret),
      passkeyChallenge: options.challenge,
      expiresAt: new Date(ctx.clock.now().getTime() + lifetimeMs),
    });
    return {
      token: `${login.tenantId}.${secret}`,
      app: hasApp,
      recoveryCode: recoveryCodes > 0,
      passkey: passkeys.length > 0 ? { ...options } : null,
    };
  });
}

/** A completed login, and the factor that completed it. */
export interface CompletedLogin extends KeptLogin {
  readonly email: string;
  readonly by: 'app' | 'recovery code' | 'passkey';
}

export function finishWithCode(
  ctx: StepContext & SecurityNotices,
  { token, code, from }: { readonly token: string; readonly code: string; readonly from: Guesser },
): Promise<CompletedLogin> {
  return finish(ctx, { token, from }, async (tx, pending) => {
    if (/^\s*(?:\d\s*){6}$/.test(code)) return (await takeAppCode(ctx, tx, { ...pending, code })) ? 'app' : null;
    const codeHash = hashRecoveryCode(pending, code);
    if (!(await queries.takeRecoveryCode(tx, { ...pending, codeHash }))) return null;
    await ctx.tell(tx, pending, 'recoveryCodeUsed');
    return 'recovery code';
  });
}

export function finishWithPasskey(
  ctx: StepContext,
  { token, response, from }: { readonly token: string; readonly response: UsedPasskey; readonly from: Guesser },
): Promise<CompletedLogin> {
  return finish(ctx, { token, from }, async (tx, pending) => {
    const counter = await counterOf(ctx, tx, { pending, response });
    if (counter === null) throw new AppError('wrongPasskey');
    await setPasskeyUsed(tx, { ...pending, credentialId: response.id, counter, now: ctx.clock.now() });
    return 'passkey';
  });
}

type Check = (tx: Tx, pending: PendingLogin) => Promise<CompletedLogin['by'] | null>;

interface StepAnswer {
  readonly token: string;
  readonly from: Guesser;
}

/**
 * A wrong answer leaves the login pending and is counted. A right answer consumes the pending login in the same
 * transaction.
 */
async function finish(ctx: StepContext, { token, from }: StepAnswer, check: Check): Promise<CompletedLogin> {
  const parsed = parseLinkToken(token);
  if (!parsed) throw new AppError('loginExpired');
  const asked = { ...parsed, now: ctx.clock.now() };
  const pending = await ctx.db.tenant(parsed.tenantId, (tx) => queries.findPendingLogin(tx, asked));
  if (!pending) throw new AppError('loginExpired');
  const { tenantId, emailAddressId, email } = pending;
  const attempt = { what: 'second step', email, login: { tenantId, emailAddressId }, from };
  const by = await watchAttempt(ctx, attempt, async () => {
    await admitSecondStep(ctx, { login: pending, from });
    return ctx.db.tenant(tenantId, async (tx) => {
      const found = await check(tx, pending);
      if (!found) throw new AppError('wrongCode');
      if (!(await queries.deletePendingLogin(tx, pending))) throw new AppError('loginExpired');
      return found;
    });
  });
  await forgiveSecondStep(ctx, { login: pending, from });
  return { ...pending, by };
}

interface SignedLogin {
  readonly pending: PendingLogin;
  readonly response: UsedPasskey;
}

/**
 * Returns the new counter of a passkey of this address that has signed this login, or `null` for any other response.
 */
async function counterOf(ctx: StepContext, tx: Tx, { pending, response }: SignedLogin): Promise<number | null> {
  const passkey = await findPasskey(tx, { ...pending, credentialId: response.id });
  if (!passkey) return null;
  const party = relyingParty(ctx.config);
  const { userHandle, ...signed } = response.response;
  const { verifyAuthenticationResponse } = await webAuthn();
  const answer = await verifyAuthenticationResponse({
    response: { ...response, response: userHandle ? { ...signed, userHandle } : signed },
    expectedChallenge: pending.passkeyChallenge,
    expectedOrigin: party.origins,
    expectedRPID: party.id,
    credential: { ...passkey, id: passkey.credentialId },
    requireUserVerification: false,
  }).catch(() => null);
  return answer?.verified ? answer.authenticationInfo.newCounter : null;
}
