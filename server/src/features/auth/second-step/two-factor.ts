import { AppError } from '@app/shared/base/errors.ts';
import type { Answer } from '@app/shared/contract/endpoint.ts';
import type { getTwoFactor as getCall } from '@app/shared/contract/two-factor.ts';
import type { Context } from '../../../context.ts';
import type { Actor } from '../../../http/actor.ts';
import type { Tx } from '../../../lib/db/db.ts';
import { recordAudit } from '../../accounts/audit-queries.ts';
import type { AddressKey } from '../../accounts/queries.ts';
import type { SecurityNotices } from '../mails/security-mail.ts';
import { findApp } from './app-queries.ts';
import { listPasskeys } from './passkey-queries.ts';
import { hashRecoveryCode, newRecoveryCodes } from './recovery-codes.ts';
import { isProved } from '../sessions/proof.ts';
import { deleteSessionsOf } from '../sessions/session-queries.ts';
import * as queries from './two-factor-queries.ts';

type FactorContext = Pick<Context, 'clock' | 'random'>;
type DbContext = FactorContext & Pick<Context, 'db'>;

export function getTwoFactor({ db, clock }: DbContext, actor: Actor): Promise<Answer<typeof getCall>> {
  const now = clock.now();
  return db.tenant(actor.tenantId, async (tx) => {
    const app = await findApp(tx, actor);
    const passkeys = await listPasskeys(tx, actor);
    const { recoveryCodes } = await queries.findFactors(tx, actor);
    const team = actor.isOwner ? await queries.listTeam(tx, actor.tenantId) : [];
    return {
      isRequired: await queries.isTwoFactorRequired(tx, actor.tenantId),
      app: app && { createdAt: app.createdAt.toISOString() },
      passkeys: passkeys.map(({ id, name, createdAt, lastUsedAt }) => ({
        id,
        name,
        createdAt: createdAt.toISOString(),
        lastUsedAt: lastUsedAt?.toISOString() ?? null,
      })),
      recoveryCodesLeft: recoveryCodes,
      isProved: await isProved(tx, actor, now),
      users: [...team],
    };
  });
}

interface Change {
  readonly action: string;
  readonly details?: Readonly<Record<string, unknown>>;
}

export const audit = (tx: Tx, { actor, now }: { readonly actor: Actor; readonly now: Date }, change: Change) =>
  recordAudit(tx, [{ tenantId: actor.tenantId, at: now, actor: actor.email, subject: actor.email, ...change }]);

/**
 * Called after a factor was added: from now on a login has a second step. The first factor returns recovery codes,
 * later ones `null`.
 */
export async function enableTwoFactor(ctx: FactorContext, tx: Tx, actor: Actor): Promise<readonly string[] | null> {
  if (await queries.findTwoFactorSince(tx, actor)) return null;
  await queries.setTwoFactorSince(tx, { ...actor, since: ctx.clock.now() });
  return replaceRecoveryCodes(ctx, tx, actor);
}

/**
 * Called after a factor was removed: without a factor a login has no second step any more. Throws if the account
 * requires one.
 */
export async function disableTwoFactorIfUnused(tx: Tx, actor: Actor): Promise<void> {
  const { hasApp, passkeys } = await queries.findFactors(tx, actor);
  if (hasApp || passkeys.length > 0) return;
  if (await queries.isTwoFactorRequired(tx, actor.tenantId)) throw new AppError('twoFactorKept');
  await queries.setTwoFactorSince(tx, { ...actor, since: null });
  await queries.deleteRecoveryCodes(tx, actor);
}

async function replaceRecoveryCodes({ random }: FactorContext, tx: Tx, actor: Actor): Promise<readonly string[]> {
  const codes = newRecoveryCodes(random);
  await queries.deleteRecoveryCodes(tx, actor);
  await queries.insertRecoveryCodes(tx, { ...actor, codeHashes: codes.map((code) => hashRecoveryCode(actor, code)) });
  return codes;
}

export function renewRecoveryCodes(ctx: DbContext & SecurityNotices, actor: Actor): Promise<readonly string[]> {
  const now = ctx.clock.now();
  return ctx.db.tenant(actor.tenantId, async (tx) => {
    await queries.lockAddress(tx, actor);
    const { hasApp, passkeys } = await queries.findFactors(tx, actor);
    if (!hasApp && passkeys.length === 0) throw new AppError('twoFactorFirst');
    await audit(tx, { actor, now }, { action: 'recovery codes renewed' });
    await ctx.tell(tx, actor, 'recoveryCodesRenewed');
    return replaceRecoveryCodes(ctx, tx, actor);
  });
}

/**
 * A user who requires a second factor of others must have one, because otherwise the next call of that user would be
 * refused.
 */
export async function requireTwoFactor({ db, clock }: DbContext, actor: Actor, isRequired: boolean): Promise<void> {
  const now = clock.now();
  await db.tenant(actor.tenantId, async (tx) => {
    if (isRequired && !(await queries.findTwoFactorSince(tx, actor))) throw new AppError('twoFactorFirst');
    await queries.setTwoFactorRequired(tx, actor.tenantId, isRequired);
    await audit(tx, { actor, now }, { action: isRequired ? 'second step required' : 'second step no longer required' });
  });
}

interface RemovedFactors {
  readonly email: string;
  readonly sessionHashes: readonly string[];
}

/** Removes the factors of a user who has lost them. Their sessions end, because someone may have found the device. */
export function removeTwoFactorOf(
  { db, clock, tell }: DbContext & SecurityNotices,
  actor: Actor,
  emailAddressId: string,
): Promise<RemovedFactors> {
  const key = { tenantId: actor.tenantId, emailAddressId };
  const now = clock.now();
  return db.tenant(actor.tenantId, async (tx) => {
    const removed = await removeFactors(tx, { key, by: actor.email, now, except: actor.sessionHash });
    await tell(tx, { ...key, email: removed.email }, 'stepTakenAway');
    return removed;
  });
}

interface FactorRemoval {
  readonly key: AddressKey;
  /** The actor as the audit trail names it. */
  readonly by: string;
  readonly now: Date;
  /** A session that stays valid. */
  readonly except: string | null;
}

/** Throws `notFound` for an address that cannot log in. */
export async function removeFactors(tx: Tx, { key, by, now, except }: FactorRemoval): Promise<RemovedFactors> {
  const email = await queries.findUserEmail(tx, key);
  if (email === null) throw new AppError('notFound');
  await queries.lockAddress(tx, key);
  await queries.deletePendingLoginsOf(tx, key);
  await queries.forgetFactors(tx, key);
  await recordAudit(tx, [{ ...key, at: now, actor: by, action: 'second step taken away', subject: email }]);
  return { email, sessionHashes: await deleteSessionsOf(tx, { ...key, except }) };
}
