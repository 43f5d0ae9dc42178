import { AuthorizationLost, ExternalError, OutOfQuota } from '../../../external/marketplace/external-error.ts';
import { findSellerAccess, markReauthorization } from '../../sellers/access.ts';
import type { DueWork } from './due-work.ts';
import { runDiscovery } from '../sources/account/discovery.ts';
import { runSubscribing } from '../sources/account/subscriptions.ts';
import { retryDelayMs } from './pace.ts';
import { findSource } from '../sources/registry.ts';
import { findDueSweep, postpone, type SweepKey } from './sweep-queries.ts';
import { runSteps } from './run-steps.ts';
import { sweepSlice } from './sweep.ts';
import type { ObservingContext } from '../worker-context.ts';

const dayMs = 86_400_000;

/** Does the next slice of what is due. Whatever goes wrong concerns this account alone and is written beside its work. */
export async function runDue(ctx: ObservingContext, key: SweepKey, signal: AbortSignal): Promise<void> {
  const announcedBy = findSource(key.source)?.announcedBy ?? [];
  const found = await ctx.db.tenant(key.tenantId, async (tx) => {
    const row = await findDueSweep(tx, key, { now: ctx.clock.now(), announcedBy });
    const access = row && (await findSellerAccess(ctx, tx, key));
    return row && access ? { row, access } : null;
  });
  if (!found) return;
  const work = { key, ...found, signal };
  try {
    await (ctx.slots ? ctx.slots.hold(() => runSource(ctx, work)) : runSource(ctx, work));
  } catch (error) {
    await giveBack(ctx, work, error);
  }
}

function runSource(ctx: ObservingContext, work: DueWork): Promise<void> {
  const source = findSource(work.key.source);
  if (source?.kind === 'batches') return sweepSlice(ctx, { ...work, source });
  if (source) return runSteps(ctx, { ...work, source });
  if (work.key.source === 'discovery') return runDiscovery(ctx, work);
  if (work.key.source === 'subscriptions') return runSubscribing(ctx, work);
  throw new Error(`No source is called ${work.key.source}`);
}

async function giveBack(ctx: ObservingContext, { key, row }: DueWork, error: unknown): Promise<void> {
  const now = ctx.clock.now().getTime();
  if (error instanceof OutOfQuota) {
    await ctx.db.tenant(key.tenantId, (tx) => postpone(tx, key, { dueAt: error.retryAt, error: null }));
    return;
  }
  const reason = error instanceof Error ? error.message : String(error);
  if (error instanceof ExternalError) ctx.log.warn({ ...key, reason }, 'the marketplace could not be asked');
  else ctx.log.error({ ...key, err: error }, 'looking at the marketplace has failed');
  const isRefusedRole = lacksRole(error, key);
  const delayMs = isRefusedRole
    ? dayMs / ctx.config.checkSpeedup
    : retryDelayMs(row.failures, ctx.random, ctx.config.checkSpeedup);
  const dueAt = new Date(now + delayMs);
  const startsOver = error instanceof ExternalError && error.isPermanent;
  await ctx.db.tenant(key.tenantId, async (tx) => {
    await postpone(tx, key, { dueAt, error: reason, startsOver });
    if (error instanceof AuthorizationLost && !isRefusedRole) await markReauthorization(tx, key);
  });
}

/** One operation is refused for its role; were the authorisation lost, the other sources would tell. */
const lacksRole = (error: unknown, { source }: SweepKey): boolean =>
  error instanceof AuthorizationLost && error.status === 403 && findSource(source)?.needsRole === true;
