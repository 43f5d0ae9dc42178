import type { Listing } from '../../world/model/product.ts';
import { totalOf } from '../../world/model/stock.ts';
import type { EndpointContext } from '../endpoint-context.ts';
import { fnSkuOf } from '../listings/listing-status.ts';

/** Returns the FBA inventory of one SKU, including inbound units. */
export function inventorySummary(
  { world, stockChanges }: EndpointContext,
  listing: Listing,
  hasDetails: boolean,
): unknown {
  const { asin, marketplace, stock, sku } = listing;
  return {
    asin,
    fnSku: fnSkuOf(listing),
    sellerSku: sku,
    condition: 'NewItem',
    ...(hasDetails && { inventoryDetails: details(listing) }),
    lastUpdatedTime: stockChanges.changedAt(listing).toISOString(),
    productName: world.findProduct(asin, marketplace)?.title ?? '',
    totalQuantity: totalOf(stock),
    stores: [],
  };
}

const details = ({ stock }: Listing): unknown => ({
  fulfillableQuantity: stock.fulfillable,
  inboundWorkingQuantity: stock.inboundWorking,
  inboundShippedQuantity: stock.inboundShipped,
  inboundReceivingQuantity: stock.inboundReceiving,
  reservedQuantity: {
    totalReservedQuantity: stock.reserved,
    pendingCustomerOrderQuantity: stock.reserved,
    pendingTransshipmentQuantity: 0,
    fcProcessingQuantity: 0,
  },
  researchingQuantity: {
    totalResearchingQuantity: stock.researching,
    researchingQuantityBreakdown: [
      { name: 'researchingQuantityInShortTerm', quantity: stock.researching },
      { name: 'researchingQuantityInMidTerm', quantity: 0 },
      { name: 'researchingQuantityInLongTerm', quantity: 0 },
    ],
  },
  unfulfillableQuantity: {
    totalUnfulfillableQuantity: stock.unfulfillable,
    customerDamagedQuantity: stock.unfulfillable,
    warehouseDamagedQuantity: 0,
    distributorDamagedQuantity: 0,
    carrierDamagedQuantity: 0,
    defectiveQuantity: 0,
    expiredQuantity: 0,
  },
});
