import { isBuyable, unitsOf, type Product } from '../../../sandbox/src/world/model/product.ts';
import type { World } from '../../../sandbox/src/world/world.ts';
import type { Scene } from './judge/truth.ts';

/** Records the state of each product whenever it has changed. */
export interface SceneRecorder {
  record(): void;
  readonly scenesOf: ReadonlyMap<string, readonly Scene[]>;
}

export function recordScenes(world: World): SceneRecorder {
  const scenesOf = new Map<string, Scene[]>(world.products.map(({ asin }) => [asin, []]));
  return {
    scenesOf,
    record() {
      for (const product of world.products) {
        const scene = sceneOf(world, product);
        const scenes = scenesOf.get(product.asin) ?? [];
        const last = scenes.at(-1);
        if (!last || JSON.stringify({ ...last, at: 0 }) !== JSON.stringify({ ...scene, at: 0 })) scenes.push(scene);
      }
    },
  };
}

function sceneOf(world: World, product: Product): Scene {
  const listings = world.listingsOf(product);
  const buyable = listings.filter(isBuyable);
  const units = (fulfilledBy: 'AMAZON' | 'MERCHANT'): number | null => {
    const shipped = listings.filter((listing) => listing.fulfilledBy === fulfilledBy);
    // The number of units left changes with every order and matters only when it is zero, so it is recorded as 0 or 1.
    return shipped.length === 0
      ? null
      : Math.min(
          1,
          shipped.reduce((sum, listing) => sum + unitsOf(listing), 0),
        );
  };
  return {
    at: world.clock.now().getTime(),
    isOffered: buyable.length > 0,
    buyBoxHolder: product.buyBoxSellerId ?? null,
    ourId: product.sellerId,
    otherSellers: product.rivals.map(({ sellerId }) => sellerId),
    prices: buyable.map(({ sku, priceCents }) => ({ sku, cents: priceCents })),
    suspendedSkus: listings.filter(({ isSuspended }) => isSuspended).map(({ sku }) => sku),
    hiddenSkus: buyable.filter(({ suppression }) => suppression !== undefined).map(({ sku }) => sku),
    hasMainImage: product.hasMainImage,
    hasPrime: buyable.some(({ isPrime }) => isPrime),
    unitsAtMarketplace: units('AMAZON'),
    unitsOfOurOwn: units('MERCHANT'),
  };
}
