import { isAheadOfClock, clampToNow } from '../../../lib/clock-skew.ts';
import type { Tx } from '../../../lib/db/db.ts';
import { isOutage, NodeUnavailable } from '../../../lib/db/unavailable.ts';
import { applyConsequence } from './apply-consequence.ts';
import { findRecentlyContradicted, ingestObservations, rereadInstead } from './ingest-told.ts';
import { ofLabelStock } from './label-stock.ts';
import type { Notification } from './notification.ts';
import { ofOwnQuantity } from './own-quantity.ts';
import { withKnownFacts } from './own-quantity-queries.ts';
import type { Consequence, ResolvedConsequence } from './push-type.ts';
import { findListings } from './push-queries.ts';
import { findSellerOfSubscription, findSubscribers, type SellerOfMessage } from './subscription-queries.ts';
import { findReception, noteTaken } from './taken-queries.ts';
import type { TakingContext, TenantMessage } from './taking.ts';

/** The outcome of a notification, in the words of the log and the replay. */
type Outcome = ResolvedConsequence['outcome'] | 'known' | 'not watched' | 'unknown seller';

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
