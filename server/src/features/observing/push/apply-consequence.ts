import type { Tx } from '../../../lib/db/db.ts';
import { rereadJob, type Reread } from '../jobs.ts';
import { noteAccountStatus } from './account-status-queries.ts';
import { collectingMs, newsWaitMs } from './news-wait.ts';
import { confirmFacts, makeDiscoveryDue, makeSweepsDue, wakeForReport } from './push-queries.ts';
import type { RereadOutcome, ResolvedConsequence } from './push-type.ts';
import type { Subscriber } from './subscription-queries.ts';
import type { TakingContext, TenantMessage } from './taking.ts';

interface MessageEffects extends TenantMessage {
  readonly ctx: TakingContext;
}

export async function applyConsequence(
  tx: Tx,
  taking: MessageEffects,
  consequence: ResolvedConsequence,
): Promise<void> {
  const { ctx, notification, subscriber } = taking;
  const now = ctx.clock.now();
  switch (consequence.outcome) {
    case 'reread':
      return ctx.queue.send(rereadJob, rereadsOf(subscriber, consequence), {
        tx,
        ...(consequence.mayWait && { startAfter: collectedUntil(now, ctx.config.checkSpeedup) }),
      });
    case 'observed':
      return confirmFacts(tx, subscriber.tenantId, consequence.observations);
    case 'nothing new': {
      // A message of an unknown time cannot date what it repeats.
      const repeated = taking.isDatedAhead ? [] : (consequence.repeated ?? []);
      return repeated.length === 0 ? undefined : confirmFacts(tx, subscriber.tenantId, repeated);
    }
    case 'discovery':
      return makeDiscoveryDue(tx, subscriber, now);
    case 'orders due': {
      const soon = new Date(now.getTime() + newsWaitMs / ctx.config.checkSpeedup);
      return makeSweepsDue(tx, subscriber, { sources: ['orders'], now: soon });
    }
    case 'report ready':
      return wakeForReport(tx, subscriber, { reportId: consequence.reportId, now });
    case 'account status': {
      const { marketplace, at } = notification;
      return noteAccountStatus(tx, subscriber, { status: consequence.status, marketplace, at, now });
    }
    default:
  }
}

/** The end of the current collecting span. All jobs of a span start together and form one batch. */
function collectedUntil(now: Date, speedup: number): Date {
  const spanMs = collectingMs / speedup;
  return new Date((Math.floor(now.getTime() / spanMs) + 1) * spanMs);
}

const rereadsOf = ({ tenantId, sellerAccountId }: Subscriber, { sources, targets }: RereadOutcome): Reread[] =>
  sources.flatMap((source) =>
    targets.map(({ marketplace, productId, asin, sku }) => ({
      tenantId,
      sellerAccountId,
      marketplace,
      source,
      productId,
      asin,
      sku,
    })),
  );
