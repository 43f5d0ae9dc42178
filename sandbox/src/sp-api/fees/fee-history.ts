import type { Listing } from '../../world/model/product.ts';
import type { World } from '../../world/world.ts';

/** Records changes of FBA fees, because the world holds only the current fee of a listing. */
export interface FeeHistory {
  fbaCentsAt(listing: Listing, at: Date): number;
  stop(): void;
}

export function createFeeHistory(world: World): FeeHistory {
  const lists = new Map(world.listings.map((listing) => [listing, [{ from: 0, cents: listing.fees.fbaCents }]]));
  const stop = world.onChange(({ product, at }) => {
    for (const listing of world.listingsOf(product)) {
      const list = lists.get(listing);
      const { fbaCents } = listing.fees;
      if (list && list.at(-1)?.cents !== fbaCents) list.push({ from: at.getTime(), cents: fbaCents });
    }
  });
  return {
    fbaCentsAt: (listing, at) =>
      lists.get(listing)?.findLast(({ from }) => from <= at.getTime())?.cents ?? listing.fees.fbaCents,
    stop,
  };
}
