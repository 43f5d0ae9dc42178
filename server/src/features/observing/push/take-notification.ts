import type { Queue } from '../../../lib/jobs/queue.ts';
import type { Tx } from '../../../lib/db/db.ts';
import { rereadJob, type Reread } from '../jobs.ts';
import type { ObservingContext } from '../worker-context.ts';
import { noteAccountStatus } from './account-status-queries.ts';
import { collectingMs, newsWaitMs } from './news-wait.ts';
import type { Notification } from './notification.ts';
import { ofOwnQuantity } from './own-quantity.ts';
import { withKnownFacts } from './own-quantity-queries.ts';
import type { Consequence, Rereading, Resolved } from './push-type.ts';
import {
  confirmFacts,
  findContradicted,
  findListings,
  isTaken,
  makeDiscoveryDue,
  makeSweepsDue,
  noteTaken,
  wakeForReport,
} from './push-queries.ts';
import {
  findSellerOfSubscription,
  findSubscribers,
  type SellerOfMessage,
  type Subscriber,
} from './subscription-queries.ts';

export interface TakingContext extends Pick<ObservingContext, 'config' | 'db' | 'clock' | 'log' | 'judging'> {
  readonly queue: Pick<Queue, 'send'>;
}

/** What became of a notification, in words for the log and the replay. */
export type Outcome = Resolved['outcome'] | 'known' | 'unknown seller';

/** Hands a notification to every tenant of its selling partner. Safe to repeat: the queue delivers at least once. */
export async function takeNotification(ctx: TakingContext, notification: Notification): Promise<readonly Outcome[]> {
  const seller = await findSeller(ctx, notification);
  if (!seller) return ['unknown seller'];
  const outcomes: Outcome[] = [];
  for (const subscriber of await findSubscribers(ctx.db.global, seller)) {
    const { sellingPartnerId } = seller;
    outcomes.push(await takeForTenant(ctx, { notification, subscriber: { ...subscriber, sellingPartnerId } }));
  }
  return outcomes.length === 0 ? ['unknown seller'] : outcomes;
}

/** Who does not say whom he means has been subscribed to; who does not say where means every region of the seller. */
async function findSeller(ctx: TakingContext, notification: Notification): Promise<SellerOfMessage | null> {
  const { sellingPartnerId, subscriptionId, region } = notification;
  if (sellingPartnerId !== null && region !== null) return { sellingPartnerId, region };
  const subscribed = subscriptionId && (await findSellerOfSubscription(ctx.db.global, subscriptionId));
  if (subscribed) return subscribed;
  return sellingPartnerId === null ? null : { sellingPartnerId, region };
}

interface Taking {
  readonly notification: Notification;
  readonly subscriber: Subscriber & { readonly sellingPartnerId: string };
}

/**
 * Facts first, then the note that it was taken: whoever dies in between takes it again, and known facts change nothing.
 * What it causes beside facts is committed together with the note.
 */
async function takeForTenant(ctx: TakingContext, { notification, subscriber }: Taking): Promise<Outcome> {
  const { tenantId } = subscriber;
  const named = await ctx.db.tenant(tenantId, async (tx) =>
    (await isTaken(tx, subscriber, notification.id)) ? null : findListings(tx, subscriber, notification),
  );
  if (!named) return 'known';
  const known = { listings: named, ownSellerId: subscriber.sellingPartnerId, at: notification.at };
  const meant = await resolved(ctx, { notification, subscriber }, notification.consequence(known));
  const consequence = await ingested(ctx, { notification, subscriber }, meant);
  await ctx.db.tenant(tenantId, async (tx) => {
    await draw(tx, { ctx, notification, subscriber }, consequence);
    await noteTaken(tx, subscriber, { notification, now: ctx.clock.now() });
  });
  return consequence.outcome;
}

/** What a message means that tells a part of the facts is seen beside the others. */
async function resolved(ctx: TakingContext, taking: Taking, consequence: Consequence): Promise<Resolved> {
  if (consequence.outcome !== 'own quantity') return consequence;
  const { tenantId } = taking.subscriber;
  const known = await ctx.db.tenant(tenantId, (tx) => withKnownFacts(tx, tenantId, consequence.listings));
  return ofOwnQuantity(known, { quantity: consequence.quantity, at: taking.notification.at });
}

/** Our clock and Amazon's differ by less. Within it, which of two looks was later is not certain. */
const uncertainMs = 60_000;

/** An answer is dated by its request, and may tell of what happened until it came. */
const answerMs = 5_000;

/**
 * Messages and answers of one moment may overtake each other: a message that contradicts what became known just before
 * it is not believed, and one that lost against what is known may have been the newer. The listing is asked for.
 */
async function ingested(ctx: TakingContext, { notification, subscriber }: Taking, consequence: Resolved) {
  if (consequence.outcome !== 'observed') return consequence;
  const { tenantId } = subscriber;
  const { observations, source } = consequence;
  const contradicted = (after: Date) =>
    ctx.db.tenant(tenantId, (tx) => findContradicted(tx, tenantId, { observations, after }));
  const isRecent = ctx.clock.now().getTime() - notification.at.getTime() < uncertainMs;
  let unsure = isRecent ? await contradicted(new Date(notification.at.getTime() - answerMs)) : [];
  if (unsure.length === 0) {
    const { changed } = await ctx.judging.ingest(tenantId, observations);
    if (changed.length > 0 || !isRecent) return consequence;
    unsure = await contradicted(new Date(0));
  }
  return unsure.length === 0 ? consequence : ({ outcome: 'reread', source, targets: unsure } satisfies Consequence);
}

interface Drawing extends Taking {
  readonly ctx: TakingContext;
}

async function draw(tx: Tx, taking: Drawing, consequence: Resolved): Promise<void> {
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
      return noteAccountStatus(tx, subscriber, { status: consequence.status, marketplace, at });
    }
    default:
  }
}

/** All of one span end together, so that what came in it goes as one batch. */
function collectedUntil(now: Date, speedup: number): Date {
  const spanMs = collectingMs / speedup;
  return new Date((Math.floor(now.getTime() / spanMs) + 1) * spanMs);
}

const rereadsOf = ({ tenantId, sellerAccountId }: Subscriber, { source, targets }: Rereading): Reread[] =>
  targets.map(({ marketplace, productId, asin, sku }) => ({
    tenantId,
    sellerAccountId,
    marketplace,
    source,
    productId,
    asin,
    sku,
  }));
