import type { Random } from '../../../sandbox/src/world/random.ts';
import type { LedgerEntry, MarketEvent, OfferedProduct } from '../house/marketplace.ts';

/** The kind of watchdog that each event type turns red. */
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

/** The kinds that are compared with the ledger; other kinds that an event may also turn red are ignored. */
export const pairedKinds: readonly string[] = Object.values(kindOfEvent);

/** A product and the event that turns one kind of watchdog red for this product. */
export interface RedPair {
  readonly product: OfferedProduct;
  readonly event: MarketEvent;
}

/** Groups of events that can happen to one product without hiding each other; products use the groups in turn. */
type Groups = readonly (readonly string[])[];

const offers = ['priceChanged', 'buyBoxLost', 'sellerJoined', 'imageRemoved'];
/**
 * Events that push or the next sweep of a frequently checked source reports. None of them needs a report of the
 * marketplace.
 */
const quick: Groups = [['listingSuspended', 'imageRemoved'], offers, offers, offers];
/** Events that are observed by sources of every form: batches, pages, and reports of the marketplace. */
export const groupsOfEverySourceForm: Groups = [
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

/**
 * Returns distinct (product, kind) pairs in random order. The price differs in each round, because a drop to a price
 * that was already reported causes no alert.
 */
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
 * Returns whether the event can happen to the product. Two cases are excluded. If one of several SKUs sells out, the
 * other SKU's offer without Prime takes over, which is another alert. If a product sells rarely, its latest order
 * without feedback may be older than the feedback report.
 */
function canHappen(type: string, { prime, skus, unitsPerDay }: OfferedProduct): boolean {
  if (type === 'feedbackReceived') return unitsPerDay >= leastUnitsPerDay;
  if (type === 'primeLost') return prime;
  return type !== 'soldOut' || skus.length === 1;
}

const leastUnitsPerDay = 4;

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

/** Returns the events that restore pairs, given the ledger entries, in the same order, of the events that turned them red. */
export const restoringEvents = (pairs: readonly RedPair[], happened: readonly LedgerEntry[]): readonly MarketEvent[] =>
  pairs.flatMap((pair, index) => {
    const entry = happened[index];
    return entry ? [restoringEvent(pair, entry)] : [];
  });

/** Returns the event that restores a pair, given the ledger entry of the event that turned it red. */
export function restoringEvent({ product, event }: RedPair, happened: LedgerEntry): MarketEvent {
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

/** Returns the kind that a ledger entry turned red; `null` for other entries, such as a price rise or new stock. */
export function kindTurnedRed({ kind, type, detail }: LedgerEntry): string | null {
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
