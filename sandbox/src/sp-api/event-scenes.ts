import { applyEvent } from '../world/events/events.ts';
import { isBuyable, type Product } from '../world/model/product.ts';
import type { World } from '../world/world.ts';

/** What must have happened before an event can undo it. For tests. */
const beforehand: Readonly<Record<string, string>> = {
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

/** A product to which everything can happen: sold by two SKUs, wanted by rivals, with no badge yet. For tests. */
export function eventfulProduct(world: World): Product {
  const found = world.products.find(
    (product) =>
      world.listingsOf(product).length === 2 &&
      world.listingsOf(product).every(isBuyable) &&
      product.rivals.length > 0 &&
      product.demand.unitsPerDay > 0,
  );
  if (!found) throw new Error('The world lacks a product to test with');
  return Object.assign(found, {
    categoryRank: Math.max(2, found.categoryRank),
    choiceKeywords: [],
    eligibility: 'ELIGIBLE',
  });
}

/** Makes an event happen to a product, and returns what it was that happened. For tests. */
export function post(world: World, product: Product, type: string): void {
  const keyword = product.searchPositions.keys().next().value;
  const more = type === 'searchRankChanged' ? { keyword } : {};
  applyEvent(world, { type, asin: product.asin, marketplace: product.marketplace, ...more });
}

export function prepare(world: World, product: Product, type: string): void {
  const first = beforehand[type];
  if (first !== undefined) post(world, product, first);
}
