import {
  ApplicationRefused,
  AuthorizationLost,
  ExternalError,
  OperationRefused,
  OutOfQuota,
} from '../../../external/marketplace/external-error.ts';
import type { Tx } from '../../../lib/db/db.ts';
import { findSellerAccess } from '../../sellers/access.ts';
import { findRetryAt } from '../../sellers/refusal-queries.ts';
import type { DueWork } from './due-work.ts';
import { retryDelayMs } from './pace.ts';
import { findSource } from '../sources/registry.ts';
import { findDueSweep, postpone, type SweepKey } from './sweep-queries.ts';
import { runSteps } from './run-steps.ts';
import { sweepSlice } from './sweep.ts';
import type { ObservingContext } from '../worker-context.ts';

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
  throw new Error(`No source is called ${work.key.source}`);
}

/** Puts the work off, and writes beside it what went wrong. */
async function giveBack(ctx: ObservingContext, { key, row }: DueWork, error: unknown): Promise<void> {
  const now = ctx.clock.now();
  if (error instanceof OutOfQuota) {
    await ctx.db.tenant(key.tenantId, (tx) => postpone(tx, key, { dueAt: error.retryAt, error: null }));
    return;
  }
  logFailure(ctx, key, error);
  const waitMs = retryDelayMs(row.failures, ctx.random, ctx.config.checkSpeedup);
  const usual = new Date(now.getTime() + waitMs);
  const reason = error instanceof Error ? error.message : String(error);
  const startsOver = error instanceof ExternalError && error.isPermanent;
  await ctx.db.tenant(key.tenantId, async (tx) => {
    const dueAt = await dueAfter(tx, key, { error, now, usual });
    await postpone(tx, key, { dueAt, error: reason, startsOver });
  });
}

interface Failed {
  readonly error: unknown;
  readonly now: Date;
  readonly usual: Date;
}

async function dueAfter(tx: Tx, key: SweepKey, { error, now, usual }: Failed): Promise<Date> {
  // The account rests by its mark, and its work is due as soon as that is gone.
  if (error instanceof AuthorizationLost) return now;
  if (!(error instanceof OperationRefused) || error.request.subject === null) return usual;
  return (await findRetryAt(tx, key, error.request)) ?? now;
}

function logFailure({ log }: ObservingContext, key: SweepKey, error: unknown): void {
  if (!(error instanceof ExternalError)) {
    log.error({ ...key, err: error }, 'looking at the marketplace has failed');
    return;
  }
  const line = { ...key, reason: error.message };
  if (error instanceof ApplicationRefused) log.error(line, 'Login with Amazon refuses this application');
  else if (error instanceof OperationRefused && error.status === null) log.debug(line, 'a refused request waits');
  else log.warn(line, 'the marketplace could not be asked');
}
