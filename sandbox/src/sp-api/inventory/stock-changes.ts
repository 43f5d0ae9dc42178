import type { Listing } from '../../world/model/product.ts';
import type { World } from '../../world/world.ts';

/** Tracks when the FBA quantities of a listing last changed. Like Amazon's API, it ignores inbound quantities. */
export interface StockChanges {
  changedAt(listing: Listing): Date;
  stop(): void;
}

export function watchStock(world: World): StockChanges {
  const seen = new Map(world.listings.map((listing) => [listing, { units: unitsIn(listing), at: listing.updatedAt }]));
  const stop = world.onChange(({ product, at }) => {
    for (const listing of world.listingsOf(product)) {
      const units = unitsIn(listing);
      if (seen.get(listing)?.units !== units) seen.set(listing, { units, at });
    }
  });
  return { changedAt: (listing) => seen.get(listing)?.at ?? listing.updatedAt, stop };
}

const unitsIn = ({ stock }: Listing): string =>
  [stock.fulfillable, stock.reserved, stock.unfulfillable, stock.researching].join(' ');
