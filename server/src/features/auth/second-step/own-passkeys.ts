import { AppError } from '@app/shared/base/errors.ts';
import type { RegisteredPasskey } from '@app/shared/contract/two-factor.ts';
import type { Context } from '../../../context.ts';
import type { Actor } from '../../../http/actor.ts';
import { hashToken } from '../../../lib/secrets.ts';
import type { AddressKey } from '../../accounts/queries.ts';
import type { SecurityNotices } from '../mails/security-mail.ts';
import { holdSession } from '../sessions/hold-session.ts';
import * as queries from './passkey-queries.ts';
import { algorithms, relyingParty, webAuthn } from './relying-party.ts';
import { audit, disableTwoFactorIfUnused, enableTwoFactor } from './two-factor.ts';
import { findFactors, lockAddress } from './two-factor-queries.ts';

type PasskeyContext = Pick<Context, 'db' | 'clock' | 'random' | 'config'>;

export async function startPasskey(ctx: PasskeyContext, actor: Actor) {
  const party = relyingParty(ctx.config);
  const { generateRegistrationOptions } = await webAuthn();
  return ctx.db.tenant(actor.tenantId, async (tx) => {
    const { passkeys } = await findFactors(tx, actor);
    const options = await generateRegistrationOptions({
      rpName: party.name,
      rpID: party.id,
      userID: userHandleOf(actor),
      userName: actor.email,
      challenge: ctx.random.token(),
      excludeCredentials: [...passkeys],
      supportedAlgorithmIDs: algorithms,
      authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
    });
    await queries.setSessionChallenge(tx, { ...actor, challenge: options.challenge });
    return { options: { ...options } };
  });
}

/** A hash, so that the handle stored on the device does not identify the user. */
const userHandleOf = ({ tenantId, emailAddressId }: AddressKey): Uint8Array<ArrayBuffer> =>
  new Uint8Array(Buffer.from(hashToken(`${tenantId}.${emailAddressId}`), 'base64url'));

interface PasskeyToAdd {
  readonly name: string;
  readonly response: RegisteredPasskey;
}

export async function addPasskey(
  ctx: PasskeyContext & SecurityNotices,
  actor: Actor,
  { name, response }: PasskeyToAdd,
): Promise<readonly string[] | null> {
  const now = ctx.clock.now();
  const challenge = await ctx.db.tenant(actor.tenantId, async (tx) => {
    return queries.takeSessionChallenge(tx, actor);
  });
  const credential = await verifyRegistration(ctx, response, challenge);
  if (!credential) throw new AppError('wrongPasskey');
  const { id: credentialId, publicKey, counter } = credential;
  const transports = response.response.transports ?? [];
  return ctx.db.tenant(actor.tenantId, async (tx) => {
    await holdSession(tx, actor);
    const passkey = { ...actor, credentialId, publicKey, counter, transports, name, createdAt: now };
    if (!(await queries.insertPasskey(tx, passkey))) throw new AppError('wrongPasskey');
    await audit(tx, { actor, now }, { action: 'passkey added', details: { passkey: name } });
    await ctx.tell(tx, actor, 'stepAdded');
    return enableTwoFactor(ctx, tx, actor);
  });
}

/**
 * Returns the verified credential, or `null` for any response that the library rejects: the person gets the same error
 * in all cases.
 */
async function verifyRegistration(ctx: PasskeyContext, response: RegisteredPasskey, challenge: string | null) {
  if (challenge === null) return null;
  const party = relyingParty(ctx.config);
  const { transports, ...signed } = response.response;
  const { verifyRegistrationResponse } = await webAuthn();
  const answer = await verifyRegistrationResponse({
    response: { ...response, response: transports ? { ...signed, transports } : signed },
    expectedChallenge: challenge,
    expectedOrigin: party.origins,
    expectedRPID: party.id,
    requireUserVerification: false,
    supportedAlgorithmIDs: algorithms,
  }).catch(() => null);
  return answer?.registrationInfo?.credential ?? null;
}

export async function removePasskey(ctx: PasskeyContext & SecurityNotices, actor: Actor, id: string): Promise<void> {
  const now = ctx.clock.now();
  await ctx.db.tenant(actor.tenantId, async (tx) => {
    await lockAddress(tx, actor);
    const name = await queries.deletePasskey(tx, { ...actor, id });
    if (name === null) throw new AppError('notFound');
    await disableTwoFactorIfUnused(tx, actor);
    await audit(tx, { actor, now }, { action: 'passkey removed', details: { passkey: name } });
    await ctx.tell(tx, actor, 'stepRemoved');
  });
}
