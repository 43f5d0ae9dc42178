import type { OfferFacts } from '@app/shared/watchdogs/observations.ts';
import type { Queue } from '../../../lib/jobs/queue.ts';
import { rereadJob, type Reread } from '../jobs.ts';
import type { Observation } from '../observation.ts';
import { moneyOf, offersFacts } from '../offers-facts.ts';
import type { Target } from '../sources/source.ts';
import type { ObservingContext } from '../worker-context.ts';
import type { AnyOfferChanged, ListingStatusChanged, Notification } from './notification.ts';
import {
  confirmFacts,
  findContradicted,
  findListings,
  findSellerOfSubscription,
  findSubscribers,
  isTaken,
  makeDiscoveryDue,
  noteTaken,
  type NamedListing,
  type Subscriber,
} from './push-queries.ts';

export interface TakingContext extends Pick<ObservingContext, 'db' | 'clock' | 'log' | 'judging'> {
  readonly queue: Pick<Queue, 'send'>;
}

/** What became of a notification, in words for the log and the replay. */
export type Outcome = 'observed' | 'reread' | 'discovery' | 'known' | 'unknown product' | 'unknown seller';

/** Hands a notification to every tenant of its selling partner. Safe to repeat: the queue delivers at least once. */
export async function takeNotification(ctx: TakingContext, notification: Notification): Promise<readonly Outcome[]> {
  const { global } = ctx.db;
  const sellingPartnerId =
    notification.sellingPartnerId ??
    (notification.subscriptionId && (await findSellerOfSubscription(global, notification.subscriptionId)));
  if (!sellingPartnerId) return ['unknown seller'];
  const subscribers = await findSubscribers(global, { sellingPartnerId, region: notification.region });
  const outcomes: Outcome[] = [];
  for (const subscriber of subscribers) {
    outcomes.push(await takeForTenant(ctx, { notification, subscriber: { ...subscriber, sellingPartnerId } }));
  }
  return outcomes.length === 0 ? ['unknown seller'] : outcomes;
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
    (await isTaken(tx, tenantId, notification.id)) ? null : findListings(tx, subscriber, namedBy(notification)),
  );
  if (!named) return 'known';
  const known = { listings: named, ownSellerId: subscriber.sellingPartnerId };
  const consequence = await ingested(ctx, { notification, subscriber }, consequenceOf(notification, known));
  const now = ctx.clock.now();
  await ctx.db.tenant(tenantId, async (tx) => {
    if (consequence.outcome === 'reread') {
      await ctx.queue.send(rereadJob, rereadsOf({ notification, subscriber }, consequence), { tx });
    }
    if (consequence.outcome === 'observed') await confirmFacts(tx, tenantId, consequence.observations);
    if (consequence.outcome === 'discovery') await makeDiscoveryDue(tx, subscriber, now);
    await noteTaken(tx, subscriber, { notification, now });
  });
  return consequence.outcome;
}

/** Our clock and Amazon's differ by less. Within it, which of two looks was later is not certain. */
const uncertainMs = 60_000;

/** An answer is dated by its request, and may tell of what happened until it came. */
const answerMs = 5_000;

/**
 * Messages and answers of one moment may overtake each other: a message that contradicts what became known just before
 * it is not believed, and one that lost against what is known may have been the newer. The listing is asked for.
 */
async function ingested(ctx: TakingContext, { notification, subscriber }: Taking, consequence: Consequence) {
  if (consequence.outcome !== 'observed') return consequence;
  const { tenantId } = subscriber;
  const { observations, asin } = consequence;
  const contradicted = (after: Date) =>
    ctx.db.tenant(tenantId, (tx) => findContradicted(tx, tenantId, { observations, after }));
  const isRecent = ctx.clock.now().getTime() - notification.at.getTime() < uncertainMs;
  let unsure = isRecent ? await contradicted(new Date(notification.at.getTime() - answerMs)) : [];
  if (unsure.length === 0) {
    const { changed } = await ctx.judging.ingest(tenantId, observations);
    if (changed.length > 0 || !isRecent) return consequence;
    unsure = await contradicted(new Date(0));
  }
  if (unsure.length === 0) return consequence;
  const targets = unsure.map(({ productId, sku }) => ({ productId, sku, asin }));
  return { outcome: 'reread', source: 'listing-offers', targets } satisfies Consequence;
}

const namedBy = ({ kind, marketplace, payload }: Notification) =>
  kind === 'offers'
    ? { marketplace, asin: payload.OfferChangeTrigger.ASIN, sku: null }
    : { marketplace, asin: null, sku: payload.Sku };

interface Known {
  readonly listings: readonly NamedListing[];
  readonly ownSellerId: string;
}

interface Rereading {
  readonly outcome: 'reread';
  readonly source: string;
  readonly targets: readonly Target[];
}

type Consequence =
  | { readonly outcome: 'observed'; readonly asin: string; readonly observations: readonly Observation[] }
  | Rereading
  | { readonly outcome: 'discovery' | 'unknown product' };

const consequenceOf = (notification: Notification, known: Known): Consequence =>
  notification.kind === 'offers'
    ? ofOffers(notification.payload, known, notification.at)
    : ofListingStatus(notification.payload, known);

/**
 * Complete facts are taken as they are. Where the message leaves something out, or it is not plain which offer is ours
 * on this listing, the listing is asked for instead of guessing.
 */
function ofOffers(payload: AnyOfferChanged, { listings, ownSellerId }: Known, observedAt: Date): Consequence {
  const tracked = listings.filter((listing) => listing.isTracked);
  if (tracked.length === 0) return { outcome: 'unknown product' };
  const reread: Rereading = { outcome: 'reread', source: 'listing-offers', targets: tracked };
  if (payload.OfferChangeTrigger.ItemCondition.toLowerCase() !== 'new') return { outcome: 'unknown product' };
  const offers = payload.Offers.map((offer) => offerOf(offer, ownSellerId));
  const own = offers.filter((offer) => offer.isMine);
  const [listing] = tracked;
  const isPlain = tracked.length === 1 && own.length === 1 && offers.every((offer) => offer.isBuyBoxWinner !== null);
  if (!listing || !isPlain) return reread;
  const { NumberOfOffers, BuyBoxPrices } = payload.Summary;
  const believed = offersFacts({
    counts: NumberOfOffers?.map((n) => ({ condition: n.Condition, count: n.OfferCount })) ?? null,
    totalCount: null,
    buyBoxPrices: (BuyBoxPrices ?? []).map((p) => ({ condition: p.Condition, landed: moneyOf(p.LandedPrice) })),
    offers,
  });
  if ('reason' in believed) return reread;
  const { productId, sku, asin } = listing;
  return {
    outcome: 'observed',
    asin,
    observations: [{ productId, aspect: 'offers', sku, facts: believed.facts, observedAt }],
  };
}

const offerOf = (offer: AnyOfferChanged['Offers'][number], ownSellerId: string): OfferFacts => ({
  sellerId: offer.SellerId,
  isMine: offer.SellerId === ownSellerId,
  isBuyBoxWinner: offer.IsBuyBoxWinner,
  price: moneyOf(offer.ListingPrice),
  shippingCents: moneyOf(offer.Shipping)?.cents ?? 0,
  isFulfilledByAmazon: offer.IsFulfilledByAmazon,
  isPrime: offer.PrimeInformation?.IsOfferPrime ?? null,
});

/** The message has the status alone; what is wrong is read from the listing. New or revived ones are discovered. */
function ofListingStatus({ Status }: ListingStatusChanged, { listings }: Known): Consequence {
  const tracked = listings.filter((listing) => listing.isTracked);
  if (tracked.length > 0) return { outcome: 'reread', source: 'listings-items', targets: tracked };
  const isOnOffer = Status?.includes('BUYABLE') ?? false;
  const isNews = isOnOffer && listings.every((listing) => !listing.isActive);
  return { outcome: isNews ? 'discovery' : 'unknown product' };
}

const rereadsOf = ({ notification, subscriber }: Taking, { source, targets }: Rereading): Reread[] =>
  targets.map(({ productId, asin, sku }) => ({
    tenantId: subscriber.tenantId,
    sellerAccountId: subscriber.sellerAccountId,
    marketplace: notification.marketplace,
    source,
    productId,
    asin,
    sku,
  }));
