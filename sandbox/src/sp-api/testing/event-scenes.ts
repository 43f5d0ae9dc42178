import { applyEvent } from '../../world/events/events.ts';
import { isBuyable, type Product } from '../../world/model/product.ts';
import type { World } from '../../world/world.ts';

/** Test helper: for each undo event, the event that must precede it. */
const precedingEvents: Readonly<Record<string, string>> = {
  buyBoxWon: 'buyBoxLost',
  addToCartRestored: 'addToCartRemoved',
  primeWon: 'primeLost',
  listingRestored: 'listingSuspended',
  searchRestored: 'searchSuppressed',
  imageRestored: 'imageRemoved',
  categoryRestored: 'categoryChanged',
  parentRestored: 'parentChanged',
  detailsRestored: 'detailsChanged',
  parentDetailsRestored: 'parentDetailsChanged',
  packageRestored: 'packageChanged',
  bestSellerBadgeLost: 'bestSellerBadgeWon',
  choiceBadgeLost: 'choiceBadgeWon',
  subscribeAndSaveWon: 'subscribeAndSaveLost',
  salesRecovered: 'salesDropped',
  fbaFeeRestored: 'fbaFeeChanged',
  feedbackRemoved: 'feedbackReceived',
};

/** Test helper: finds a product that accepts every event: it has two SKUs, rivals and no badges. */
export function eventfulProduct(world: World): Product {
  const found = world.products.find(
    (product) =>
      world.listingsOf(product).length === 2 &&
      world.listingsOf(product).every(isBuyable) &&
      product.rivals.length > 0 &&
      product.demand.unitsPerDay > 0,
  );
  if (!found) throw new Error('The world has no product suitable for this test');
  return Object.assign(found, {
    categoryRank: Math.max(2, found.categoryRank),
    choiceKeywords: [],
    eligibility: 'ELIGIBLE',
  });
}

/** Test helper: applies an event to a product. */
export function post(world: World, product: Product, type: string): void {
  const keyword = product.searchPositions.keys().next().value;
  const more = type === 'searchRankChanged' ? { keyword } : {};
  applyEvent(world, { type, asin: product.asin, marketplace: product.marketplace, ...more });
}

export function prepare(world: World, product: Product, type: string): void {
  const first = precedingEvents[type];
  if (first !== undefined) post(world, product, first);
}
