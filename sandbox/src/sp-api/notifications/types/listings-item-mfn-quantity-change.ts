import type { Listing } from '../../../world/model/product.ts';
import type { World } from '../../../world/world.ts';
import type { Announcer, Payload } from '../announcer.ts';
import { createChangeTracker } from '../change-tracker.ts';

/** Announces the quantity of a seller-fulfilled SKU; the payload does not name the marketplace. */
export function listingsItemMfnQuantityChange(world: World): Announcer {
  const quantities = createChangeTracker(world.listings, ({ ownQuantity }) => ownQuantity);
  return {
    type: 'LISTINGS_ITEM_MFN_QUANTITY_CHANGE',
    payloadsFor: ({ product }) =>
      world
        .listingsOf(product)
        .filter((listing) => listing.fulfilledBy === 'MERCHANT' && quantities.difference(listing))
        .map(payloadOf),
    sample: (product) => world.listingsOf(product).map(payloadOf)[0] ?? (() => ({})),
  };
}

const payloadOf =
  ({ sellerId, sku, ownQuantity }: Listing): Payload =>
  () => ({ SellerId: sellerId, FulfillmentChannelCode: 'DEFAULT', Sku: sku, Quantity: ownQuantity });
