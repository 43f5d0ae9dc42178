import { restoreListings, suspendListings } from '../changes.ts';
import * as z from 'zod/mini';
import { EventError, eventType, offeredListing, refuseUnchanged } from '../event-type.ts';
import type { Listing, Product, Suppression } from '../../model/product.ts';
import type { World } from '../../world.ts';

/** The affected SKU; without it, all SKUs of the product. */
const sku = z.optional(z.string());

function listingsBy(world: World, product: Product, wanted: string | undefined): readonly Listing[] {
  const listings = world.listingsOf(product).filter((listing) => wanted === undefined || listing.sku === wanted);
  if (listings.length === 0) throw new EventError(`${product.asin} in ${product.marketplace} has no SKU ${wanted}`);
  return listings;
}

export const listingSuspended = eventType({
  schema: { sku },
  notifies: ['LISTINGS_ITEM_STATUS_CHANGE', 'LISTINGS_ITEM_ISSUES_CHANGE'],
  apply: ({ world, product }, { sku: wanted }) => {
    const listings = listingsBy(world, product, wanted);
    refuseUnchanged(
      listings.some(({ isSuspended }) => isSuspended),
      product,
      'is suspended',
    );
    offeredListing(world, product);
    suspendListings(world, product, listings);
    return { skus: listings.map((listing) => listing.sku) };
  },
});

export const listingRestored = eventType({
  schema: {},
  notifies: ['LISTINGS_ITEM_STATUS_CHANGE', 'LISTINGS_ITEM_ISSUES_CHANGE', 'ANY_OFFER_CHANGED'],
  undoes: 'listingSuspended',
  apply: ({ world, product }) => {
    refuseUnchanged(!world.listingsOf(product).some(({ isSuspended }) => isSuspended), product, 'is not suspended');
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
  return { skus: listings.map((listing) => listing.sku), reason: suppression?.reason };
}
