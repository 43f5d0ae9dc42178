import { hourMs, minuteMs } from '@app/shared/base/time.ts';
import type { Context } from '../../../context.ts';
import type { AffiliateReport, Affiliates } from '../../../external/affiliate/first-promoter.ts';
import { ExternalError } from '../../../external/marketplace/external-error.ts';
import { backoffMs } from '../../../lib/backoff.ts';
import { everyTurn } from '../../../lib/jobs/tenant-turns.ts';
import { claimAffiliateEvents, endReporting, putReportOff, type DueEvent } from './affiliate-queries.ts';

interface ReportingContext extends Pick<Context, 'db' | 'clock' | 'random' | 'log'> {
  readonly affiliates: Pick<Affiliates, 'report'>;
}

/** The lease is longer than one report takes. */
const leaseMs = 2 * minuteMs;
const backoff = { firstMs: minuteMs, longestMs: 6 * hourMs };
const batchSize = 20;

/**
 * Reports sign-ups, payments, refunds and cancellations of tenants that came by an affiliate. The service ignores an
 * event whose id it knows, so a report that is repeated after a crash counts once. True if more are due.
 */
export async function reportAffiliateEvents(ctx: ReportingContext, turns = everyTurn): Promise<boolean> {
  const now = ctx.clock.now();
  const leaseEnd = new Date(now.getTime() + leaseMs);
  const due = await ctx.db.acrossTenants((db) => claimAffiliateEvents(db, { now, leaseEnd, most: batchSize }));
  await turns.each(due, async (event) => {
    // If the service is slow, the lease may end before the turn of an event; another process may then have claimed the
    // event.
    if (ctx.clock.now() < leaseEnd) await report(ctx, event);
  });
  return due.length > 0;
}

async function report(ctx: ReportingContext, event: DueEvent): Promise<void> {
  const { db, clock, random, log, affiliates } = ctx;
  const { tenantId, eventId, kind } = event;
  try {
    const outcome = await affiliates.report(reportOf(event));
    const error = outcome === 'reported' ? null : outcome.refused;
    if (error !== null)
      log.error({ tenantId, eventId, kind, error }, 'the affiliate service refuses an event for good');
    await db.tenant(tenantId, (tx) => endReporting(tx, event, { at: clock.now(), error }));
  } catch (error) {
    if (!(error instanceof ExternalError)) throw error;
    const waitMs = backoffMs(backoff, event.failures, random);
    log.warn({ err: error, tenantId, eventId, kind, waitMs }, 'an event for the affiliate service is put off');
    const until = new Date(clock.now().getTime() + waitMs);
    await db.tenant(tenantId, (tx) => putReportOff(tx, event, { until, error: error.message }));
  }
}

function reportOf({ kind, tenantId: uid, eventId, cents, saleEventId, reference, at }: DueEvent): AffiliateReport {
  if (kind === 'signup') return { kind, uid, reference, at };
  if (kind === 'cancellation') return { kind, uid };
  return kind === 'sale' ? { kind, uid, eventId, cents } : { kind, uid, eventId, cents, saleEventId };
}
