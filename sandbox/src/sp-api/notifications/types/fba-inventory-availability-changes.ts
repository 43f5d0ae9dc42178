import { marketplace as marketplaceOf } from '@app/shared/base/marketplaces.ts';
import type { Listing } from '../../../world/model/product.ts';
import type { World } from '../../../world/world.ts';
import { fnSkuOf } from '../../listings/listing-status.ts';
import type { Announcer, Payload } from '../announcer.ts';
import { createChangeTracker } from '../change-tracker.ts';

/** Announces all FBA quantities of a SKU in every marketplace in which the seller offers it. */
export function fbaInventoryAvailabilityChanges(world: World): Announcer {
  const stocks = createChangeTracker(world.listings, ({ stock }) => ({ ...stock }));
  return {
    type: 'FBA_INVENTORY_AVAILABILITY_CHANGES',
    payloadsFor: ({ product }) =>
      world
        .listingsOf(product)
        .filter((listing) => listing.fulfilledBy === 'AMAZON' && stocks.difference(listing))
        .map((listing) => payloadOf(world, listing)),
    sample: (product) => world.listingsOf(product).map((listing) => payloadOf(world, listing))[0] ?? (() => ({})),
  };
}

const payloadOf =
  (world: World, listing: Listing): Payload =>
  () => ({
    SellerId: listing.sellerId,
    FNSKU: fnSkuOf(listing),
    ASIN: listing.asin,
    SKU: listing.sku,
    FulfillmentInventoryByMarketplace: (world.findSeller(listing.sellerId)?.marketplaces ?? [])
      .flatMap((code) => world.findListing(listing.sellerId, listing.sku, code) ?? [])
      .map((one) => inventoryOf(world, one)),
  });

function inventoryOf(world: World, { asin, marketplace, stock }: Listing): unknown {
  return {
    MarketplaceId: marketplaceOf(marketplace).id,
    ItemName: world.findProduct(asin, marketplace)?.title ?? '',
    FulfillmentInventory: {
      InboundQuantityBreakdown: {
        Working: stock.inboundWorking,
        Shipped: stock.inboundShipped,
        Receiving: stock.inboundReceiving,
      },
      Fulfillable: stock.fulfillable,
      Unfulfillable: stock.unfulfillable,
      Researching: stock.researching,
      ReservedQuantityBreakdown: { WarehouseProcessing: 0, WarehouseTransfer: 0, PendingCustomerOrder: stock.reserved },
      FutureSupplyBuyable: 0,
      PendingCustomerOrderInTransit: 0,
    },
  };
}
