import { restoreListings, suspendListings } from '../changes.ts';
import { eventType, offeredListing, refuseUnchanged } from '../event-type.ts';
import type { Product, Suppression } from '../product.ts';
import type { World } from '../world.ts';

const isSuspended = (world: World, product: Product): boolean =>
  world.listingsOf(product).some((listing) => listing.isSuspended);

export const listingSuspended = eventType({
  schema: {},
  notifies: ['LISTINGS_ITEM_STATUS_CHANGE', 'LISTINGS_ITEM_ISSUES_CHANGE'],
  apply: ({ world, product }) => {
    refuseUnchanged(isSuspended(world, product), product, 'is suspended');
    offeredListing(world, product);
    suspendListings(world, product);
    return { skus: world.listingsOf(product).map((listing) => listing.sku) };
  },
});

export const listingRestored = eventType({
  schema: {},
  notifies: ['LISTINGS_ITEM_STATUS_CHANGE', 'LISTINGS_ITEM_ISSUES_CHANGE'],
  undoes: 'listingSuspended',
  apply: ({ world, product }) => {
    refuseUnchanged(!isSuspended(world, product), product, 'is not suspended');
    restoreListings(world, product);
    return { skus: world.listingsOf(product).map((listing) => listing.sku) };
  },
});

export const searchSuppressed = eventType({
  schema: {},
  notifies: ['LISTINGS_ITEM_STATUS_CHANGE', 'LISTINGS_ITEM_ISSUES_CHANGE'],
  apply: ({ world, product }) => {
    offeredListing(world, product);
    refuseUnchanged(isHidden(world, product), product, 'is hidden from search');
    return suppress(world, product, {
      reason: 'Missing required product information',
      explanation: 'The main image does not meet the image requirements. Add a compliant image to restore the listing.',
      since: world.clock.now(),
    });
  },
});

export const searchRestored = eventType({
  schema: {},
  notifies: ['LISTINGS_ITEM_STATUS_CHANGE', 'LISTINGS_ITEM_ISSUES_CHANGE'],
  undoes: 'searchSuppressed',
  apply: ({ world, product }) => {
    refuseUnchanged(!isHidden(world, product), product, 'is found by search');
    return suppress(world, product, undefined);
  },
});

const isHidden = (world: World, product: Product): boolean =>
  world.listingsOf(product).some(({ suppression }) => suppression !== undefined);

function suppress(world: World, product: Product, suppression: Suppression | undefined): Record<string, unknown> {
  const listings = world.listingsOf(product);
  for (const listing of listings) {
    listing.suppression = suppression;
    listing.updatedAt = world.clock.now();
  }
  world.announce('issues', product, { listings });
  return { skus: listings.map(({ sku }) => sku), reason: suppression?.reason };
}
