import { secondMs } from '@app/shared/base/time.ts';
import { messageOfError } from '@app/shared/base/thrown.ts';
import {
  ApplicationRefused,
  AuthorizationLost,
  ExternalError,
  OperationRefused,
  OutOfQuota,
} from '../../../../external/marketplace/external-error.ts';
import type { Tx } from '../../../../lib/db/db.ts';
import { missingKeyWaitMs, UnknownKey, UnreadableSecret } from '../../../../lib/secrets.ts';
import { findSellerAccess } from '../../../sellers/standing/access.ts';
import { nextTryAt } from '../../../sellers/standing/account-probe.ts';
import { findRetryAt } from '../../../sellers/standing/refusal-queries.ts';
import { heedLateNews } from '../../push/push-queries.ts';
import { newsWaitMs } from '../../push/news-wait.ts';
import { leastPaceMs } from '../../quota/page-pace.ts';
import type { Source } from '../../sources/source.ts';
import type { ObservingContext } from '../../worker-context.ts';
import { wakeDiscovery } from './account-sweeps-queries.ts';
import type { DueWork, PassResult } from './due-work.ts';
import { paceMs, retryDelayMs } from './pace.ts';
import { raiseAlarm } from '../../../sellers/standing/alarms.ts';
import { isAnnounced, safetyWait, silentAt } from './silence.ts';
import { beginPass, finishPass, postpone, waitOn } from '../pass-queries.ts';
import { findDueSweep, findWaitingSweeps, type SweepKey } from '../sweep-queries.ts';

/** Amazon's answers lag by up to 150 s. */
const settlesMs = 150 * secondMs;

interface TakeRequest {
  readonly key: SweepKey;
  /** The source of the sweep; `undefined` if the source no longer exists. */
  readonly source: Source | undefined;
  readonly signal: AbortSignal;
}

/**
 * Takes a due sweep and begins its pass if none is under way. `null` if there is nothing to do: another process was
 * faster, the account rests or is gone, or a safety sweep is not needed because push has delivered since.
 */
export function takeDue(ctx: ObservingContext, { key, source, signal }: TakeRequest): Promise<DueWork | null> {
  const now = ctx.clock.now();
  return ctx.db.tenant(key.tenantId, async (tx) => {
    const [row, { access, unread }] = await Promise.all([
      findDueSweep(tx, key, { now, announcedBy: source?.announcedBy ?? [] }),
      findSellerAccess(ctx, tx, key).then(
        (found) => ({ access: found, unread: null }),
        (error: unknown) => ({ access: null, unread: { error } }),
      ),
    ]);
    if (!row) return null;
    if (unread) return waitForSecret(tx, key, { ...unread, now });
    if (!access) return null;
    const isPushAlive = source !== undefined && isAnnounced(ctx.config, { row, source, now });
    const wait = isPushAlive ? safetyWait(row, { now, speedup: ctx.config.checkSpeedup }) : null;
    if (wait) {
      await waitOn(tx, key, wait);
      return null;
    }
    if (!row.passStartedAt) await beginPass(tx, key, now);
    return { key, row, access, signal, passStartedAt: row.passStartedAt ?? now, isPushAlive };
  });
}

/**
 * Postpones a sweep that needs a secret that cannot be read. If the key of the secret is not configured, the sweep has
 * not failed: an alarm tells the operator, and the sweep runs when the key is back. If the key is there but does not
 * open the secret, the sweep has failed, which users see.
 */
async function waitForSecret(
  tx: Tx,
  key: SweepKey,
  { error, now }: { readonly error: unknown; readonly now: Date },
): Promise<null> {
  const dueAt = new Date(now.getTime() + missingKeyWaitMs);
  if (error instanceof UnreadableSecret) {
    await postpone(tx, key, { dueAt, error: error.message, failedAt: now });
  } else if (error instanceof UnknownKey) {
    await postpone(tx, key, { dueAt, error: null });
  } else {
    throw error;
  }
  return null;
}

interface EndedPass extends PassResult {
  readonly source: Source;
}

/** Ends a pass and schedules the next one. */
export async function endPass(ctx: ObservingContext, work: DueWork, { source, missed }: EndedPass): Promise<void> {
  const { key, row, passStartedAt, isPushAlive } = work;
  const now = ctx.clock.now();
  const speedup = ctx.config.checkSpeedup;
  const wishedMs = paceMs({ source, speedup, isPushAlive, missed });
  await ctx.db.tenant(key.tenantId, async (tx) => {
    const everyMs = Math.max(wishedMs, await leastPaceMs(tx, ctx.config, key));
    const silent = silentAt(work, { source, speedup, everyMs });
    const pacedMs = Math.min(passStartedAt.getTime() + everyMs, silent?.getTime() ?? Infinity);
    const dueAt = new Date(Math.max(now.getTime(), pacedMs));
    const dueAfterNews = new Date(now.getTime() + newsWaitMs / speedup);
    await finishPass(tx, key, { passStartedAt, now, dueAt, dueAfterNews, everyMs, silentAt: silent });
    if (source.kind === 'batches') return;
    if (row.confirmedAt === null) await wakeDiscovery(tx, key, now);
    if (source.announcedBy.length === 0) return;
    await heedLateNews(tx, key, {
      types: source.announcedBy,
      passStartedAt,
      settlesMs,
      dueAt: dueAfterNews,
    });
  });
  ctx.log.debug({ ...key, missed }, 'a pass has ended');
}

/** Postpones a sweep whose slice failed and stores the reason. A failure concerns this sweep only. */
export async function postponeFailed(ctx: ObservingContext, { key, row }: DueWork, error: unknown): Promise<void> {
  const now = ctx.clock.now();
  if (error instanceof OutOfQuota) {
    await ctx.db.tenant(key.tenantId, (tx) => postpone(tx, key, { dueAt: error.retryAt, error: null }));
    return;
  }
  if (error instanceof UnknownKey) {
    await ctx.db.tenant(key.tenantId, (tx) => waitForSecret(tx, key, { error, now }));
    return;
  }
  await logFailure(ctx, key, error);
  const waitMs = retryDelayMs(row.failures, ctx.random, ctx.config.checkSpeedup);
  const usual = new Date(now.getTime() + waitMs);
  const reason = messageOfError(error);
  const startsOver = error instanceof ExternalError && error.isPermanent;
  await ctx.db.tenant(key.tenantId, async (tx) => {
    const dueAt = await dueAfter(tx, key, { error, now, usual, speedup: ctx.config.checkSpeedup });
    await postpone(tx, key, { dueAt, error: reason, failedAt: now, startsOver });
  });
}

interface Failure {
  readonly error: unknown;
  readonly now: Date;
  readonly usual: Date;
  readonly speedup: number;
}

async function dueAfter(tx: Tx, key: SweepKey, { error, now, usual, speedup }: Failure): Promise<Date> {
  // While the account is marked as lost, its sweeps do not run; they are due as soon as the mark is cleared.
  if (error instanceof AuthorizationLost) return now;
  if (!(error instanceof OperationRefused) || error.request.subject === null) {
    const { count, failingSince: since, nextAt } = await findWaitingSweeps(tx, key);
    return nextTryAt({ count, since, nextAt }, { now, usualAt: usual, speedup });
  }
  return (await findRetryAt(tx, key, error.request)) ?? now;
}

async function logFailure(ctx: ObservingContext, key: SweepKey, error: unknown): Promise<void> {
  const { log } = ctx;
  if (!(error instanceof ExternalError)) {
    log.error({ ...key, err: error }, 'looking at the marketplace has failed');
    return;
  }
  const line = { ...key, reason: error.message };
  if (error instanceof ApplicationRefused) await raiseAlarm(ctx, 'applicationRefused');
  if (error instanceof OperationRefused && error.status === null) log.debug(line, 'a refused request waits');
  else log.warn(line, 'the marketplace could not be asked');
}
