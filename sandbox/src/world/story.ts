import { addRival, giveBuyBox, repriceRival, suspendListings } from './changes.ts';
import { isBuyable, type Product } from './product.ts';
import { addRating } from './reviews.ts';
import { inventRival } from './rivals.ts';
import { writeReview } from './seed-reviews.ts';
import type { World } from './world.ts';

const day = 86_400_000;

/** What each incident of the story happens to, by marketplace and a part of the title. */
export const storyProducts = {
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

/** The first buyable variant, so that everybody who looks at the same seed finds the same product. */
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

/** Six things that went wrong in the last week; told once, before anybody looks at the world. */
export function tellStory(world: World): void {
  for (const incident of storyIncidents) {
    const product = productOfStory(world, incident);
    product.isInStory = true;
    incidents[incident](world, product);
  }
}

const ago = (world: World, days: number): Date => new Date(world.clock.now().getTime() - days * day);

const incidents: Readonly<Record<Incident, (world: World, product: Product) => void>> = {
  hijacked: (world, product) => {
    const invented = inventRival(Math.round(product.usualPriceCents * 0.82), world.random);
    const name = 'QuickBuy Global Store';
    addRival(world, product, { ...invented, name, fulfilledBy: 'MERCHANT', feedbackCount: 9, feedbackPercent: 61 });
  },
  undercut: (world, product) => {
    const { usualPriceCents } = product;
    const cut = (share: number): number => Math.round(usualPriceCents * share);
    product.pastPrices = [
      { sinceDaysAgo: 26, priceCents: cut(1.08) },
      { sinceDaysAgo: 12, priceCents: cut(1) },
      { sinceDaysAgo: 6, priceCents: cut(0.95) },
    ];
    product.demand.slump = { sinceDaysAgo: 3, factor: 0.35 };
    for (const listing of world.listingsOf(product)) listing.priceCents = Math.round(listing.usualPriceCents * 0.95);
    const [rival] = product.rivals;
    if (!rival) return;
    repriceRival(world, product, { sellerId: rival.sellerId, priceCents: cut(0.91) });
    giveBuyBox(world, product, rival.sellerId);
  },
  weak: (_world, product) => {
    Object.assign(product.demand, { unitsPerDay: 18, factor: 0.15, slump: { sinceDaysAgo: 4, factor: 0.15 } });
  },
  suspended: (world, product) => {
    suspendListings(world, product);
    for (const listing of world.listingsOf(product)) listing.updatedAt = ago(world, 1);
    product.demand.slump = { sinceDaysAgo: 1, factor: 0 };
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
    const noun = product.searchPositions.keys().next().value ?? 'product';
    const review = writeReview({ rating: 1, noun, date: ago(world, 1) }, world.random);
    product.reviews = [review, ...product.reviews];
    product.stars = addRating(product.stars, 1);
    world.announce('page', product);
  },
};
