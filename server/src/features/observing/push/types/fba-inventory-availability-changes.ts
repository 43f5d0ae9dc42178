import { findMarketplaceById } from '@app/shared/base/marketplaces.ts';
import type { StockFacts } from '@app/shared/watchdogs/facts/observations.ts';
import * as z from 'zod/mini';
import { maybe, units } from '../../../../external/marketplace/answers/answer.ts';
import type { Observation } from '../../recording/observation.ts';
import { definePushType } from '../push-type.ts';

const inventory = z.object({
  InboundQuantityBreakdown: z.object({ Working: units, Shipped: units, Receiving: units }),
  Fulfillable: units,
  Unfulfillable: units,
  Researching: units,
  ReservedQuantityBreakdown: z.object({
    WarehouseProcessing: units,
    WarehouseTransfer: units,
    PendingCustomerOrder: units,
  }),
});

const payload = z.object({
  SellerId: maybe(z.string()),
  SKU: z.string(),
  FulfillmentInventoryByMarketplace: z.array(z.object({ MarketplaceId: z.string(), FulfillmentInventory: inventory })),
});

/** Reports all quantities of one label (FNSKU) of a SKU in Amazon's warehouses. Most SKUs have only one label. */
export const fbaInventoryAvailabilityChanges = definePushType({
  type: 'FBA_INVENTORY_AVAILABILITY_CHANGES',
  payload,
  about: ({ SellerId, SKU }) => ({ sellingPartnerId: SellerId, sku: SKU }),
  consequence({ FulfillmentInventoryByMarketplace }, { listings, at }) {
    const observations = FulfillmentInventoryByMarketplace.flatMap((told): Observation[] => {
      const code = findMarketplaceById(told.MarketplaceId)?.code;
      const facts = stockOf(told.FulfillmentInventory);
      return listings
        .filter((listing) => listing.isTracked && listing.marketplace === code)
        .map(({ productId, sku }) => ({ productId, aspect: 'stock', sku, facts, observedAt: at }));
    });
    if (observations.length === 0) return { outcome: 'unknown product' };
    const told = new Set(observations.map(({ productId }) => productId));
    return { outcome: 'label stock', observations, listings: listings.filter(({ productId }) => told.has(productId)) };
  },
});

function stockOf(told: z.output<typeof inventory>): StockFacts {
  const { Working, Shipped, Receiving } = told.InboundQuantityBreakdown;
  const { WarehouseProcessing, WarehouseTransfer, PendingCustomerOrder } = told.ReservedQuantityBreakdown;
  const inbound = Working + Shipped + Receiving;
  const reserved = WarehouseProcessing + WarehouseTransfer + PendingCustomerOrder;
  const total = told.Fulfillable + inbound + reserved + told.Unfulfillable + told.Researching;
  return { fulfillable: told.Fulfillable, inbound, reserved, total };
}
