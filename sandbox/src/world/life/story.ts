import { dayMs } from '@app/shared/base/time.ts';
import { addRival, giveBuyBox, repriceRival, suspendListings } from '../events/changes.ts';
import type { LedgerLine } from '../events/ledger.ts';
import { isBuyable, type Product } from '../model/product.ts';
import { createRandom, type Random } from '../random.ts';
import { addRating, type Review } from '../model/reviews.ts';
import { inventRival } from '../model/rivals.ts';
import { writeReview } from '../seed/reviews.ts';
import type { World } from '../world.ts';

/** The product of each incident, identified by marketplace and a part of the title. */
const storyProducts = {
  hijacked: ['US', 'Enameled Dutch Oven'],
  undercut: ['US', 'Gooseneck Electric Kettle'],
  weak: ['US', 'Bento Lunch Box'],
  suspended: ['UK', 'Solid Wood Chopping Board'],
  runningOut: ['DE', 'Isolierflasche'],
  badlyReviewed: ['IN', 'Tiffin Box'],
} as const;

export type Incident = keyof typeof storyProducts;
export const storyIncidents = [
  'hijacked',
  'undercut',
  'weak',
  'suspended',
  'runningOut',
  'badlyReviewed',
] as const satisfies readonly Incident[];

/** Returns the first buyable variant, which is the same for every start with the same seed. */
export function productOfStory(world: World, incident: Incident): Product {
  const [marketplace, part] = storyProducts[incident];
  const product = world.products.find(
    (one) =>
      one.marketplace === marketplace &&
      one.usual.details.title.includes(part) &&
      one.demand.unitsPerDay > 0 &&
      world.listingsOf(one)[0]?.isActive,
  );
  if (!product) throw new Error(`The catalogue has no ${part} in ${marketplace}`);
  return product;
}

/** Act 1 happens before Watchpost's first observation, act 2 after it. */
export const storyActs = [1, 2] as const;
type Act = (typeof storyActs)[number];

/**
 * Plays the story up to an act; acts already played are skipped. Act 1 must be played before orders are read, because
 * it changes the order history.
 */
export function playStory(world: World, upTo: Act): void {
  for (const act of storyActs.filter((one) => one > world.toldActs && one <= upTo)) {
    world.toldActs = act;
    for (const incident of storyIncidents) {
      const product = productOfStory(world, incident);
      product.isInStory = true;
      product.lastEventAt = world.clock.now();
      acts[act][incident]?.(world, product);
    }
  }
}

const ago = (world: World, days: number): Date => new Date(world.clock.now().getTime() - days * dayMs);

type IncidentScript = (world: World, product: Product) => void;

/** Act 1: incidents of the past month, visible to a first observation. */
const firstAct: Readonly<Partial<Record<Incident, IncidentScript>>> = {
  undercut: (world, product) => {
    const { usualPriceCents } = product;
    const cut = (share: number): number => Math.round(usualPriceCents * share);
    product.pastPrices = [
      { sinceDaysAgo: 26, priceCents: cut(1.08) },
      { sinceDaysAgo: 12, priceCents: cut(1) },
      { sinceDaysAgo: 6, priceCents: cut(0.95) },
    ];
    Object.assign(product.demand, { unitsPerDay: 16, factor: 0.2, slump: { sinceDaysAgo: 4, factor: 0.2 } });
    for (const listing of world.listingsOf(product)) listing.priceCents = Math.round(listing.usualPriceCents * 0.95);
    const [rival] = product.rivals;
    if (!rival) return;
    repriceRival(world, product, { sellerId: rival.sellerId, priceCents: cut(0.91) });
    giveBuyBox(world, product, rival.sellerId);
  },
  weak: (_world, product) => {
    Object.assign(product.demand, { unitsPerDay: 18, factor: 0.15, slump: { sinceDaysAgo: 4, factor: 0.15 } });
  },
  runningOut: (world, product) => {
    product.demand.unitsPerDay = 9;
    for (const listing of world.listingsOf(product).filter(isBuyable)) {
      listing.isRestocked = false;
      Object.assign(listing.stock, { fulfillable: 19, inboundWorking: 0, inboundShipped: 0, inboundReceiving: 0 });
    }
    world.announce('stock', product);
  },
  badlyReviewed: (world, product) => {
    product.rank = Math.min(product.rank, 240);
    product.categoryRank = 1;
    addBadReview(world, product, {
      date: ago(world, 1),
      title: 'Leaks after two weeks',
      body: 'The lid no longer closes. Dal all over my office bag, twice. I would not buy this tiffin box again.',
    });
  },
};

/** Act 2: changes that Watchpost can detect only by comparison with an earlier observation. */
const secondAct: Readonly<Partial<Record<Incident, IncidentScript>>> = {
  hijacked: (world, product) => {
    const invented = inventRival(Math.round(product.usualPriceCents * 0.82), chanceOf(product));
    const rival = { ...invented, name: 'QuickBuy Global Store', feedbackCount: 9, feedbackPercent: 61 };
    addRival(world, product, { ...rival, fulfilledBy: 'MERCHANT' });
    recordEvent(world, product, { type: 'sellerJoined', detail: { sellerId: rival.sellerId, sellerName: rival.name } });
  },
  suspended: (world, product) => {
    suspendListings(world, product);
    const skus = world.listingsOf(product).map(({ sku }) => sku);
    recordEvent(world, product, { type: 'listingSuspended', detail: { skus } });
  },
  badlyReviewed: (world, product) => {
    const { id } = addBadReview(world, product, {
      date: world.clock.now(),
      title: 'Rust inside',
      body: 'Brown spots in the second tier after ten washes. This cannot be stainless steel.',
    });
    recordEvent(world, product, { type: 'reviewPosted', detail: { reviewId: id, rating: 1 } });
  },
};

const acts: Readonly<Record<Act, Readonly<Partial<Record<Incident, IncidentScript>>>>> = { 1: firstAct, 2: secondAct };

/** A random source that is the same at each start, so that a restart does not show new sellers or reviews. */
const chanceOf = ({ asin, reviews }: Product): Random => createRandom(`story:${asin}:${reviews.length}`);

/** Adds a one-star review at the top of the page. */
function addBadReview(world: World, product: Product, words: Pick<Review, 'date' | 'title' | 'body'>): Review {
  const written = writeReview({ rating: 1, noun: '', date: words.date }, chanceOf(product));
  const review = { ...written, ...words };
  product.reviews = [review, ...product.reviews];
  product.stars = addRating(product.stars, 1);
  world.announce('page', product);
  return review;
}

function recordEvent(world: World, product: Product, line: Pick<LedgerLine, 'type' | 'detail'>): void {
  const { asin, marketplace, sellerId } = product;
  world.ledger.append({ kind: 'ambient', asin, marketplace, sellerId, ...line });
}
