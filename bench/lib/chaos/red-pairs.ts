import type { Random } from '../../../sandbox/src/world/random.ts';
import type { Happened, MarketEvent, OfferedProduct } from '../house/marketplace.ts';

/** Which kind of watchdog an event of the marketplace turns red. */
const kindOfEvent: Readonly<Record<string, string>> = {
  priceChanged: 'price',
  buyBoxLost: 'lostBuybox',
  sellerJoined: 'numberOfSellers',
  listingSuspended: 'listingSuspended',
  imageRemoved: 'imageMissing',
  stockChanged: 'inventory',
  ownStockChanged: 'fbmInventory',
  searchSuppressed: 'searchBan',
  primeLost: 'prime',
  reviewPosted: 'badReview',
  feedbackReceived: 'badSellerFeedback',
};

/** The kinds that pairs are made of; whatever else an event may turn red besides is left alone. */
export const pairedKinds: readonly string[] = Object.values(kindOfEvent);

/** One product and one kind that is to go red. */
export interface RedPair {
  readonly product: OfferedProduct;
  readonly event: MarketEvent;
}

/** What can happen to one product without one thing hiding another; the products take the groups in turn. */
type Groups = readonly (readonly string[])[];

const offers = ['priceChanged', 'buyBoxLost', 'sellerJoined', 'imageRemoved'];
/** Found at once, or by the next sweep. */
const quick: Groups = [['listingSuspended', 'imageRemoved'], offers, offers, offers];
/** Sources of every form: batches, pages and reports. */
export const ofEveryForm: Groups = [
  ['listingSuspended', 'imageRemoved'],
  offers,
  ['soldOut', 'reviewPosted', 'imageRemoved'],
  ['searchSuppressed', 'primeLost', 'reviewPosted', 'feedbackReceived'],
];

interface Choice {
  readonly count: number;
  readonly round: number;
  readonly random: Random;
  readonly groups?: Groups;
}

/** Different (product, kind) pairs in any order. The price differs each round: a drop that repeats itself is no news. */
export function choosePairs(
  products: readonly OfferedProduct[],
  { count, round, random, groups = quick }: Choice,
): RedPair[] {
  const shuffled = shuffle(products.filter(isAllWell), random);
  const pairs = shuffled.flatMap((product, index) =>
    (groups[index % groups.length] ?? [])
      .filter((type) => canHappen(type, product))
      .map((type): RedPair => ({ product, event: eventOf(type, product, round) })),
  );
  if (pairs.length < count) throw new Error(`The marketplace has ${pairs.length} pairs to turn red, not ${count}`);
  return shuffle(pairs, random).slice(0, count);
}

/**
 * Where one SKU is sold out and another is not, the other one's offer is what changes: it has no Prime. Of what sells
 * seldom, the next order that nobody has rated may be older than what is read.
 */
function canHappen(type: string, { prime, skus, unitsPerDay }: OfferedProduct): boolean {
  if (type === 'feedbackReceived') return unitsPerDay >= oftenSold;
  if (type === 'primeLost') return prime;
  return type !== 'soldOut' || skus.length === 1;
}

const oftenSold = 4;

const isAllWell = (product: OfferedProduct): boolean =>
  product.active && product.buyBox && product.hasImage && !product.suspended && product.otherSellers > 0;

function eventOf(type: string, product: OfferedProduct, round: number): MarketEvent {
  const { asin, marketplace, price, fulfillable } = product;
  const lower = Math.round(price * (80 - (round % 40))) / 100;
  if (type === 'priceChanged') return { type, asin, marketplace, price: lower };
  if (type !== 'soldOut') return { type, asin, marketplace };
  if (fulfillable) return { type: 'stockChanged', asin, marketplace, fulfillable: 0 };
  return { type: 'ownStockChanged', asin, marketplace, quantity: 0 };
}

/** What makes a pair well again, given what happened to it. */
export function restoringEvent({ product, event }: RedPair, happened: Happened): MarketEvent {
  const { asin, marketplace, fulfillable, ownQuantity } = product;
  const joined = happened.detail['sellerId'];
  if (event.type === 'priceChanged') return { type: event.type, asin, marketplace, price: product.price };
  if (event.type === 'sellerJoined') return { type: 'sellerLeft', asin, marketplace, sellerId: String(joined) };
  if (event.type === 'stockChanged') return { type: event.type, asin, marketplace, fulfillable: fulfillable ?? 0 };
  if (event.type === 'ownStockChanged') return { type: event.type, asin, marketplace, quantity: ownQuantity ?? 0 };
  return { type: restoredBy[event.type] ?? event.type, asin, marketplace };
}

const restoredBy: Readonly<Record<string, string>> = {
  buyBoxLost: 'buyBoxWon',
  listingSuspended: 'listingRestored',
  imageRemoved: 'imageRestored',
  searchSuppressed: 'searchRestored',
  primeLost: 'primeWon',
  reviewPosted: 'reviewRemoved',
  feedbackReceived: 'feedbackRemoved',
};

/** The kind that a line of the ledger turned red, or `null` when it turned none: a price that rose, new stock. */
export function kindTurnedRed({ kind, type, detail }: Happened): string | null {
  if (kind === 'refusal') return null;
  if (type === 'priceChanged' && Number(detail['to']) > Number(detail['from'])) return null;
  if (['stockChanged', 'ownStockChanged'].includes(type) && Number(detail['to']) > 0) return null;
  return kindOfEvent[type] ?? null;
}

function shuffle<T>(list: readonly T[], random: Random): T[] {
  return list
    .map((value) => ({ value, place: random.next() }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ value }) => value);
}
