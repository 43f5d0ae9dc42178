import type { Context } from '../../../context.ts';
import { ApplicationRefused, AuthorizationLost, ExternalError } from '../../../external/marketplace/external-error.ts';
import type { Marketplace } from '../../../external/marketplace/marketplace.ts';
import { everyTurn } from '../../../lib/jobs/tenant-turns.ts';
import { nextWorldVersion } from '../../../lib/db/world-version.ts';
import { UnknownKey } from '../../../lib/secrets.ts';
import { findSellerAccess, type AccessContext, type KeptAccess } from './access.ts';
import type { SellerKey } from '../queries.ts';
import { raiseAlarm } from './alarms.ts';
import { noteReturn } from './note-return.ts';
import { probeAfterMs } from './standing.ts';
import { claimProbe, listDueProbes, postponeProbe } from './lost-account-queries.ts';

type ProbeContext = AccessContext &
  Pick<Context, 'log'> & { readonly marketplace: Pick<Marketplace, 'confirmAuthorization'> | null };

interface ClaimedProbe {
  readonly access: KeptAccess;
  readonly failures: number;
}

/**
 * Asks Login with Amazon again about lost authorisations, since nothing announces that a seller or Amazon has restored
 * one. Until then these accounts are not swept.
 */
export async function probeAuthorizations(ctx: ProbeContext, turns = everyTurn): Promise<void> {
  const { marketplace } = ctx;
  if (!marketplace) return;
  await turns.each(await ctx.db.acrossTenants((db) => listDueProbes(db, ctx.clock.now())), async (key) => {
    const claimed = await claim(ctx, key);
    if (claimed) await probe({ ...ctx, marketplace }, key, claimed);
  });
}

/**
 * Claims a probe and schedules the next one. The interval does not grow if a probe gets no answer or its process dies.
 */
function claim(ctx: ProbeContext, key: SellerKey): Promise<ClaimedProbe | null> {
  const now = ctx.clock.now();
  const until = new Date(now.getTime() + probeAfterMs(ctx, 0));
  return ctx.db.tenant(key.tenantId, async (tx) => {
    const failures = await claimProbe(tx, key, { now, until });
    if (failures === null) return null;
    const access = await findSellerAccess(ctx, tx, key).catch(ignoreMissingKey);
    return access && { access, failures };
  });
}

/** While the key is not configured, the refresh token cannot be read, so the probe is skipped. */
function ignoreMissingKey(error: unknown): null {
  if (error instanceof UnknownKey) return null;
  throw error;
}

async function probe(
  ctx: ProbeContext & { readonly marketplace: NonNullable<ProbeContext['marketplace']> },
  key: SellerKey,
  { access, failures }: ClaimedProbe,
): Promise<void> {
  try {
    await ctx.marketplace.confirmAuthorization(access);
  } catch (error) {
    if (error instanceof AuthorizationLost) return stayLost(ctx, key, failures + 1);
    if (!(error instanceof ExternalError)) throw error;
    if (error instanceof ApplicationRefused) await raiseAlarm(ctx, 'applicationRefused');
    ctx.log.warn({ ...key, reason: error.message }, 'a lost authorisation could not be probed');
    return;
  }
  await ctx.db.tenant(key.tenantId, async (tx) => {
    const version = await nextWorldVersion(tx, key.tenantId);
    await noteReturn(tx, { ...key, now: ctx.clock.now(), version });
  });
  ctx.log.info(key, 'an authorisation that was lost holds again');
}

async function stayLost(ctx: ProbeContext, key: SellerKey, failures: number): Promise<void> {
  const probeAt = new Date(ctx.clock.now().getTime() + probeAfterMs(ctx, failures));
  await ctx.db.tenant(key.tenantId, (tx) => postponeProbe(tx, key, { failures, probeAt }));
}
