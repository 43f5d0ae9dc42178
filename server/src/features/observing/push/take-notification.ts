import { clockSkewMs, isAheadOfClock, clampToNow } from '../../../lib/clock-skew.ts';
import type { Queue } from '../../../lib/jobs/queue.ts';
import type { Tx } from '../../../lib/db/db.ts';
import { isOutage, NodeUnavailable } from '../../../lib/db/unavailable.ts';
import { rereadJob, type Reread } from '../jobs.ts';
import type { ObservingContext } from '../worker-context.ts';
import { noteAccountStatus } from './account-status-queries.ts';
import { findContradicted, findOvertaken } from './contradicted-queries.ts';
import { collectingMs, newsWaitMs } from './news-wait.ts';
import type { Notification } from './notification.ts';
import { ofLabelStock } from './label-stock.ts';
import { ofOwnQuantity } from './own-quantity.ts';
import { withKnownFacts } from './own-quantity-queries.ts';
import {
  rereadListings,
  type Consequence,
  type NamedListing,
  type NamedTarget,
  type RereadOutcome,
  type ResolvedConsequence,
} from './push-type.ts';
import {
  confirmFacts,
  findListings,
  findReception,
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

/** The outcome of a notification, in the words of the log and the replay. */
export type Outcome = ResolvedConsequence['outcome'] | 'known' | 'not watched' | 'unknown seller';

/**
 * Passes a notification to every watched tenant of its selling partner. Safe to repeat: the queue delivers at least
 * once.
 */
export async function takeNotification(ctx: TakingContext, told: Notification): Promise<readonly Outcome[]> {
  const seller = await findSeller(ctx, told);
  if (!seller) return ['unknown seller'];
  const dated = dateByOurClock(ctx, told);
  const outcomes: Outcome[] = [];
  const failures: unknown[] = [];
  for (const found of await findSubscribers(ctx.db.global, seller)) {
    const subscriber = { ...found, sellingPartnerId: seller.sellingPartnerId };
    try {
      outcomes.push(await takeForTenant(ctx, { ...dated, subscriber }));
    } catch (error) {
      if (isOutage(error)) throw error;
      failures.push(error);
      // Only one of several failures is thrown, without the name of its tenant.
      ctx.log.error({ err: error, tenantId: found.tenantId }, 'a tenant could not take a notification');
    }
  }
  // The message comes again for the tenants that could not take it; for the others it is noted as taken. It is set
  // aside because of a defect only if no tenant still waits for its data node.
  if (failures.length > 0) throw failures.find((failure) => failure instanceof NodeUnavailable) ?? failures[0];
  return outcomes.length === 0 ? ['unknown seller'] : outcomes;
}

/**
 * Dates a message with the present time if it is ahead of our clock: with its own time its facts would win against
 * every observation until then. If it is further ahead than clocks differ, the time of its facts is unknown.
 */
function dateByOurClock(ctx: TakingContext, told: Notification): Pick<TenantMessage, 'notification' | 'isDatedAhead'> {
  const now = ctx.clock.now();
  const isDatedAhead = isAheadOfClock(told.at, now);
  if (isDatedAhead) {
    const { id: notificationId, type, at } = told;
    ctx.log.warn(
      { notificationId, type, at },
      'a notification is dated ahead of our clock: its facts are asked for instead',
    );
  }
  return { notification: { ...told, at: clampToNow(told.at, now) }, isDatedAhead };
}

/**
 * Finds the seller of a message, by its subscription if the message does not name it. A message without a region
 * concerns every region of the seller.
 */
async function findSeller(ctx: TakingContext, notification: Notification): Promise<SellerOfMessage | null> {
  const { sellingPartnerId, subscriptionId, region } = notification;
  if (sellingPartnerId !== null && region !== null) return { sellingPartnerId, region };
  const subscribed = subscriptionId && (await findBySubscription(ctx.db, subscriptionId));
  if (subscribed) return subscribed;
  return sellingPartnerId === null ? null : { sellingPartnerId, region };
}

async function findBySubscription(db: TakingContext['db'], subscriptionId: string): Promise<SellerOfMessage | null> {
  const seller = await db.acrossTenants((all) => findSellerOfSubscription(all, subscriptionId));
  // The subscription may belong to a tenant whose data node is away.
  if (!seller && db.countLeftOut() > 0) throw new NodeUnavailable(new Error('A data node is away'));
  return seller;
}

interface TenantMessage {
  /** The time of the message, never later than our clock. */
  readonly notification: Notification;
  readonly isDatedAhead: boolean;
  readonly subscriber: Subscriber & { readonly sellingPartnerId: string };
}

/**
 * Stores the facts first and then the note that the message was taken: after a kill in between it is taken again, and
 * known facts change nothing. Other effects are committed together with the note.
 */
async function takeForTenant(ctx: TakingContext, taking: TenantMessage): Promise<Outcome> {
  const { notification, subscriber, isDatedAhead } = taking;
  const { tenantId } = subscriber;
  const found = await ctx.db.tenant(tenantId, async (tx) => {
    const [{ isWatched, isTaken }, listings] = await Promise.all([
      findReception(tx, subscriber, notification.id),
      findListings(tx, subscriber, notification),
    ]);
    // All sweeps are due when the service is on again, and find what was announced during the pause.
    if (!isWatched) return 'not watched';
    if (isTaken) return 'known';
    const known = { listings, ownSellerId: subscriber.sellingPartnerId, at: notification.at };
    const meant = await resolveConsequence(tx, taking, notification.consequence(known));
    return {
      listings,
      meant,
      contradicted: isDatedAhead ? [] : await findRecentlyContradicted(tx, { ...ctx, ...taking }, meant),
    };
  });
  if (typeof found === 'string') return found;
  const consequence = isDatedAhead
    ? rereadInstead(found.meant, found.listings)
    : await ingestObservations(ctx, taking, found);
  await ctx.db.tenant(tenantId, async (tx) => {
    await Promise.all([
      applyConsequence(tx, { ctx, ...taking }, consequence),
      noteTaken(tx, subscriber, { notification, now: ctx.clock.now() }),
    ]);
  });
  return consequence.outcome;
}

/** Completes a message that contains only a part of the facts with the known ones, or asks for all of them. */
async function resolveConsequence(
  tx: Tx,
  taking: TenantMessage,
  consequence: Consequence,
): Promise<ResolvedConsequence> {
  if (consequence.outcome === 'label stock') return ofLabelStock(tx, taking.subscriber.tenantId, consequence);
  if (consequence.outcome !== 'own quantity') return consequence;
  const known = await withKnownFacts(tx, taking.subscriber.tenantId, consequence.listings);
  return ofOwnQuantity(known, { quantity: consequence.quantity, at: taking.notification.at });
}

/**
 * Replaces facts whose time is unknown by a request for their listings. The requests for several messages are
 * collected, because every message is ahead while our own clock is behind.
 */
function rereadInstead(consequence: ResolvedConsequence, listings: readonly NamedListing[]): ResolvedConsequence {
  if (consequence.outcome !== 'observed') return consequence;
  const { source, observations } = consequence;
  const isTold = ({ productId, sku }: NamedListing): boolean =>
    observations.some((one) => one.productId === productId && one.sku === sku);
  const instead = rereadListings(source, listings.filter(isTold));
  return instead.outcome === 'reread' ? { ...instead, mayWait: true } : instead;
}

/** An answer is dated by its request, and may contain changes that happened until it arrived. */
const answerMs = 5_000;

type DatedMessage = Pick<TakingContext, 'clock'> & TenantMessage;

const isRecent = ({ clock, notification }: DatedMessage): boolean =>
  clock.now().getTime() - notification.at.getTime() < clockSkewMs;

/**
 * Messages and answers of nearly the same time may overtake each other. Returns the listings about which the message
 * contradicts facts that became known just before it.
 */
async function findRecentlyContradicted(
  tx: Tx,
  message: DatedMessage,
  consequence: ResolvedConsequence,
): Promise<readonly NamedTarget[]> {
  if (consequence.outcome !== 'observed' || !isRecent(message)) return [];
  const { notification, subscriber } = message;
  const after = new Date(notification.at.getTime() - answerMs);
  return findContradicted(tx, subscriber.tenantId, { observations: consequence.observations, after });
}

interface FoundMessage {
  readonly meant: ResolvedConsequence;
  readonly contradicted: readonly NamedTarget[];
}

/**
 * Ingests observations. The listing is asked for instead if it is contradicted, or if the message lost against known
 * facts although it may be newer or was completed with former ones.
 */
async function ingestObservations(
  ctx: TakingContext,
  taking: TenantMessage,
  { meant, contradicted }: FoundMessage,
): Promise<ResolvedConsequence> {
  if (meant.outcome !== 'observed') return meant;
  const { tenantId } = taking.subscriber;
  const { observations, source } = meant;
  let unsure = contradicted;
  if (unsure.length === 0) {
    const { changed } = await ctx.judging.ingest(tenantId, observations);
    const hasLost = changed.length === 0 && isRecent({ ...ctx, ...taking });
    const completing = observations.filter(({ completes }) => completes !== undefined);
    if (!hasLost && completing.length === 0) return meant;
    unsure = await ctx.db.tenant(tenantId, (tx) =>
      hasLost
        ? findContradicted(tx, tenantId, { observations, after: new Date(0) })
        : findOvertaken(tx, tenantId, completing),
    );
  }
  return unsure.length === 0 ? meant : { outcome: 'reread', sources: [source], targets: unsure };
}

interface MessageEffects extends TenantMessage {
  readonly ctx: TakingContext;
}

async function applyConsequence(tx: Tx, taking: MessageEffects, consequence: ResolvedConsequence): Promise<void> {
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
