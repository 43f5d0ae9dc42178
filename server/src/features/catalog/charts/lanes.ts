import { foldOffers, type BuyBox } from '@app/shared/watchdogs/facts/fold-offers.ts';
import { foldAmazonStock, foldOwnStock } from '@app/shared/watchdogs/facts/fold-stock.ts';
import { ownPricesOf } from '@app/shared/watchdogs/facts/own-prices.ts';
import {
  type Aspect,
  type WithSku,
  type Facts,
  observationSchemas,
  type OfferFacts,
  type OffersFacts,
} from '@app/shared/watchdogs/facts/observations.ts';
import type { TimelineLanes } from '@app/shared/contract/catalog.ts';
import type { DatedFacts } from './timeline-queries.ts';

/** The aspects from whose facts the lanes of a timeline are drawn. */
export const lanedAspects = ['offers', 'listing', 'stock', 'rating'] as const satisfies readonly Aspect[];
type LanedAspect = (typeof lanedAspects)[number];

interface LaneFacts {
  /** Observations, oldest first. Those before the range hold the facts that were true when the range began. */
  readonly seen: readonly DatedFacts[];
  readonly from: Date;
  readonly sellerKeys: readonly string[];
}

type Lane = keyof TimelineLanes;
/** The value of each lane at one instant; absent if unknown so far. */
type Moment = { readonly [L in Lane]?: Omit<TimelineLanes[L][number], 'at'> };

/** Returns the points at which lanes change, by the same rules as alerts are judged. */
export function lanesOf({ seen, from, sellerKeys }: LaneFacts): TimelineLanes {
  const lanes: TimelineLanes = { price: [], buyBox: [], lowestFba: [], lowestFbm: [], stock: [], rating: [] };
  const known = new Map<LanedAspect, Map<string, unknown>>();
  const laned = seen.flatMap(parseLaned);
  for (const [index, { at, aspect, sku, facts }] of laned.entries()) {
    const ofAspect = known.get(aspect) ?? new Map<string, unknown>();
    known.set(aspect, ofAspect.set(sku, { ...facts, sku }));
    const next = laned[index + 1];
    // Observations of one instant become one point; of those before the range only the last one becomes a point.
    if (next && (next.at.getTime() === at.getTime() || next.at <= from)) continue;
    append(lanes, momentOf(factsOf(known), sellerKeys), (at < from ? from : at).toISOString());
  }
  return lanes;
}

interface LanedFacts extends Pick<DatedFacts, 'at' | 'sku'> {
  readonly aspect: LanedAspect;
  readonly facts: object;
}

/** Parses the facts of an observation. Facts of other aspects, and facts that cannot be read, yield no point. */
function parseLaned({ at, aspect, sku, facts }: DatedFacts): LanedFacts[] {
  if (!isLaned(aspect)) return [];
  const { data } = observationSchemas[aspect].safeParse(facts);
  return data ? [{ at, aspect, sku, facts: data }] : [];
}

const isLaned = (aspect: Aspect): aspect is LanedAspect => lanedAspects.some((one) => one === aspect);

type KnownAnswers = Partial<Pick<Facts, 'offers' | 'listing' | 'stock'>> & { readonly rating?: Facts['rating'] };

/** Each value was parsed by the schema of its aspect. */
function factsOf(known: ReadonlyMap<LanedAspect, ReadonlyMap<string, unknown>>): KnownAnswers {
  const lists = Object.fromEntries([...known].map(([aspect, bySku]) => [aspect, [...bySku.values()]]));
  return { ...lists, rating: lists['rating']?.[0] } as KnownAnswers;
}

function append(lanes: TimelineLanes, moment: Moment, at: string): void {
  for (const lane of Object.keys(lanes) as Lane[]) push(lanes, lane, { at, value: moment[lane] });
}

function push<L extends Lane>(
  lanes: TimelineLanes,
  lane: L,
  { at, value }: { readonly at: string; readonly value: Moment[L] },
): void {
  if (value === undefined) return;
  const points: { at: string }[] = lanes[lane];
  const last = points.at(-1);
  if (last && JSON.stringify({ ...last, at: '' }) === JSON.stringify({ at: '', ...value })) return;
  points.push({ at, ...value });
}

function momentOf({ offers, listing = [], stock = [], rating }: KnownAnswers, sellerKeys: readonly string[]): Moment {
  const units = [foldAmazonStock(listing, stock)?.fulfillable, foldOwnStock(listing)?.quantity].filter(
    (count) => count !== undefined,
  );
  return {
    ...(offers ? offersMoment(offers, sellerKeys) : {}),
    ...(listing.length + stock.length > 0
      ? { stock: { units: units.length === 0 ? null : units.reduce((a, b) => a + b) } }
      : {}),
    ...(rating ? { rating: { tenths: rating.tenths } } : {}),
  };
}

function offersMoment(answers: readonly WithSku<OffersFacts>[], sellerKeys: readonly string[]): Moment {
  const folded = foldOffers(answers, sellerKeys);
  if (!folded) return { price: { cents: null }, buyBox: { owner: null, sellerId: null, cents: null } };
  const others = answers
    .flatMap((answer) => answer.offers)
    .filter((offer) => !offer.isMine && !sellerKeys.includes(offer.sellerId));
  return {
    // As for the watchdog of the price, offers of the tenant's other seller accounts have no part in this price.
    price: { cents: ownPricesOf(answers).prices[0]?.cents ?? null },
    buyBox: buyBoxMoment(folded.buyBox, { answers, others, hasOffer: folded.ownPrice !== null }),
    lowestFba: { cents: lowest(others.filter((offer) => offer.isFulfilledByAmazon === true)) },
    lowestFbm: { cents: lowest(others.filter((offer) => offer.isFulfilledByAmazon === false)) },
  };
}

interface Market {
  readonly answers: readonly OffersFacts[];
  readonly others: readonly OfferFacts[];
  /** True if the offers contain one of ours. The marketplace lists only the cheaper offers, so ours may be missing. */
  readonly hasOffer: boolean;
}

function buyBoxMoment(buyBox: BuyBox, { answers, others, hasOffer }: Market): NonNullable<Moment['buyBox']> {
  const prices = answers.flatMap((answer) => answer.buyBox?.cents ?? []);
  const cents = prices.length === 0 ? null : Math.min(...prices);
  if (buyBox.holder === 'us') return { owner: 'you', sellerId: null, cents };
  if (buyBox.holder === 'other')
    return { owner: 'other', sellerId: buyBox.sellerId, cents: buyBox.price?.cents ?? cents };
  if (buyBox.holder === 'nobody') return { owner: 'nobody', sellerId: null, cents: null };
  // While we have no offer, the lane also shows the winner of the buy box.
  const winner = !hasOffer ? others.find((offer) => offer.isBuyBoxWinner) : undefined;
  return winner ? { owner: 'other', sellerId: winner.sellerId, cents } : { owner: null, sellerId: null, cents };
}

function lowest(offers: readonly OfferFacts[]): number | null {
  const landed = offers.flatMap(({ price, shippingCents }) => (price ? [price.cents + shippingCents] : []));
  return landed.length === 0 ? null : Math.min(...landed);
}
