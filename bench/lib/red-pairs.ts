import type { Random } from '../../sandbox/src/world/random.ts';
import type { Happened, MarketEvent, OfferedProduct } from './marketplace.ts';

/** Which kind of watchdog an event of the marketplace turns red. */
const kindOfEvent: Readonly<Record<string, string>> = {
  priceChanged: 'price',
  buyBoxLost: 'lostBuybox',
  sellerJoined: 'numberOfSellers',
  listingSuspended: 'listingSuspended',
  imageRemoved: 'imageMissing',
};

/** One product and one kind that is to go red. */
export interface RedPair {
  readonly product: OfferedProduct;
  readonly event: MarketEvent;
}

/** Every so many products is taken down; then nothing else can happen to its offers. */
const suspendedEvery = 4;

/** Different (product, kind) pairs in any order. The price differs each round: a drop that repeats itself is no news. */
export function choosePairs(
  products: readonly OfferedProduct[],
  { count, round, random }: { count: number; round: number; random: Random },
): RedPair[] {
  const shuffled = shuffle(products.filter(isAllWell), random);
  const pairs = shuffled.flatMap((product, index) =>
    typesFor(index).map((type): RedPair => ({ product, event: eventOf(type, product, round) })),
  );
  if (pairs.length < count) throw new Error(`The marketplace has ${pairs.length} pairs to turn red, not ${count}`);
  return shuffle(pairs, random).slice(0, count);
}

const isAllWell = (product: OfferedProduct): boolean =>
  product.active && product.buyBox && product.hasImage && !product.suspended && product.otherSellers > 0;

const typesFor = (index: number): string[] =>
  index % suspendedEvery === 0
    ? ['listingSuspended', 'imageRemoved']
    : ['priceChanged', 'buyBoxLost', 'sellerJoined', 'imageRemoved'];

function eventOf(type: string, { asin, marketplace, price }: OfferedProduct, round: number): MarketEvent {
  const lower = Math.round(price * (80 - (round % 20))) / 100;
  return { type, asin, marketplace, ...(type === 'priceChanged' && { price: lower }) };
}

/** What makes a pair well again, given what happened to it. */
export function restoringEvent({ product, event }: RedPair, happened: Happened): MarketEvent {
  const { asin, marketplace } = product;
  const joined = happened.detail['sellerId'];
  if (event.type === 'priceChanged') return { type: event.type, asin, marketplace, price: product.price };
  if (event.type === 'sellerJoined') return { type: 'sellerLeft', asin, marketplace, sellerId: String(joined) };
  return { type: restoredBy[event.type] ?? event.type, asin, marketplace };
}

const restoredBy: Readonly<Record<string, string>> = {
  buyBoxLost: 'buyBoxWon',
  listingSuspended: 'listingRestored',
  imageRemoved: 'imageRestored',
};

/** The kind that a line of the ledger turned red, or `null` when it turned none: a price that rose, a picture back. */
export function kindTurnedRed({ kind, type, detail }: Happened): string | null {
  if (kind === 'refusal') return null;
  if (type === 'priceChanged' && Number(detail['to']) > Number(detail['from'])) return null;
  return kindOfEvent[type] ?? null;
}

function shuffle<T>(list: readonly T[], random: Random): T[] {
  return list
    .map((value) => ({ value, place: random.next() }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ value }) => value);
}
