import { AppError } from '@app/shared/base/errors.ts';
import type { Answer } from '@app/shared/contract/endpoint.ts';
import type { startApp as startCall } from '@app/shared/contract/two-factor.ts';
import type { Context } from '../../../context.ts';
import type { Actor } from '../../../http/actor.ts';
import { decryptSecret, encryptSecret, type SecretPlace } from '../../../lib/secrets.ts';
import type { Tx } from '../../../lib/db/db.ts';
import type { AddressKey } from '../../accounts/queries.ts';
import type { SecurityNotices } from '../mails/security-mail.ts';
import * as queries from './app-queries.ts';
import { audit, disableTwoFactorIfUnused, enableTwoFactor } from './two-factor.ts';
import { lockAddress } from './two-factor-queries.ts';
import { Secret, TOTP } from 'otpauth';
import { renderSVG } from 'uqr';
import type { Random } from '../../../lib/random.ts';

type AppContext = Pick<Context, 'db' | 'clock' | 'random' | 'keys'>;

/**
 * Encryption places: the secret of one address does not decrypt as that of another, and a secret that is being added
 * does not decrypt as an active one.
 */
export const appPlace = ({ tenantId, emailAddressId }: AddressKey): SecretPlace => ({
  tenantId,
  row: `email_addresses.${emailAddressId}`,
  purpose: 'authenticator app',
});
export const newAppPlace = ({ tenantId, sessionHash }: Pick<Actor, 'tenantId' | 'sessionHash'>): SecretPlace => ({
  tenantId,
  row: `sessions.${sessionHash}`,
  purpose: 'authenticator app being added',
});

export async function startApp(ctx: AppContext, actor: Actor): Promise<Answer<typeof startCall>> {
  const secret = newAppSecret(ctx.random);
  await ctx.db.tenant(actor.tenantId, async (tx) => {
    const encrypted = encryptSecret(ctx.keys, newAppPlace(actor), secret);
    await queries.setSessionSecret(tx, { ...actor, secret: encrypted });
  });
  const url = appUrl(secret, actor.email);
  return { secret, url, qrCode: qrCodeOf(url) };
}

export function confirmApp(
  ctx: AppContext & SecurityNotices,
  actor: Actor,
  code: string,
): Promise<readonly string[] | null> {
  const now = ctx.clock.now();
  return ctx.db.tenant(actor.tenantId, async (tx) => {
    await lockAddress(tx, actor);
    const stored = await queries.findSessionSecret(tx, actor);
    const secret = stored && decryptSecret(ctx.keys, newAppPlace(actor), stored);
    const step = secret && stepOfCode(secret, digitsOf(code), now);
    if (!secret || step === null || step === '') throw new AppError('wrongCode');
    const encrypted = encryptSecret(ctx.keys, appPlace(actor), secret);
    await queries.putApp(tx, { ...actor, secret: encrypted, lastStep: step, createdAt: now });
    await queries.setSessionSecret(tx, { ...actor, secret: null });
    await audit(tx, { actor, now }, { action: 'authenticator app added' });
    await ctx.tell(tx, actor, 'stepAdded');
    return enableTwoFactor(ctx, tx, actor);
  });
}

export async function removeApp(ctx: AppContext & SecurityNotices, actor: Actor): Promise<void> {
  const now = ctx.clock.now();
  await ctx.db.tenant(actor.tenantId, async (tx) => {
    await lockAddress(tx, actor);
    if (!(await queries.deleteApp(tx, actor))) throw new AppError('notFound');
    await disableTwoFactorIfUnused(tx, actor);
    await audit(tx, { actor, now }, { action: 'authenticator app removed' });
    await ctx.tell(tx, actor, 'stepRemoved');
  });
}

/** Accepts a code of the address's app that was not used before, and marks it as used. Returns whether it did. */
export async function takeAppCode(
  { keys, clock }: Pick<AppContext, 'keys' | 'clock'>,
  tx: Tx,
  { code, ...key }: AddressKey & { readonly code: string },
): Promise<boolean> {
  const app = await queries.findApp(tx, key);
  const step = app && stepOfCode(decryptSecret(keys, appPlace(key), app.secret), digitsOf(code), clock.now());
  return step !== null && (await queries.takeStep(tx, { ...key, step }));
}

const digitsOf = (code: string): string => code.replaceAll(/\D/g, '');

/** Every authenticator app uses these values by default: SHA-1, six digits, 30 seconds. */
const periodSeconds = 30;
const shape = { algorithm: 'SHA1', digits: 6, period: periodSeconds } as const;
/** Also accepts a code of the step before or after, because the clock of a phone may be off by up to 30 s. */
const window = 1;

/** Returns 160 random bits in base 32. */
const newAppSecret = (random: Pick<Random, 'token'>): string =>
  new Secret({ buffer: Uint8Array.from(Buffer.from(random.token(), 'base64url').subarray(0, 20)).buffer }).base32;

/** Returns the 30 s step to which the code belongs, or `null` if it is not valid now. */
function stepOfCode(secret: string, code: string, now: Date): number | null {
  const totp = new TOTP({ ...shape, secret });
  const timestamp = now.getTime();
  const delta = totp.validate({ token: code, timestamp, window });
  return delta === null ? null : totp.counter({ timestamp }) + delta;
}

const appUrl = (secret: string, email: string): string =>
  new TOTP({ ...shape, secret, issuer: 'Watchpost', label: email }).toString();

/** Returns the QR code, black on white in dark mode as well, because not every camera reads inverted codes. */
const qrCodeOf = (url: string): string => renderSVG(url, { border: 2, ecc: 'M' });
