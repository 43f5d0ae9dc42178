import { createDestination } from './create-destination.ts';
import { createReport } from './create-report.ts';
import { createSubscription } from './create-subscription.ts';
import { deleteDestination } from './delete-destination.ts';
import { deleteSubscriptionById } from './delete-subscription-by-id.ts';
import { getDestination } from './get-destination.ts';
import { getDestinations } from './get-destinations.ts';
import { getListingOffersBatch } from './get-listing-offers-batch.ts';
import { getMarketplaceParticipations } from './get-marketplace-participations.ts';
import { getReport } from './get-report.ts';
import { getReportDocument } from './get-report-document.ts';
import { getSubscription } from './get-subscription.ts';
import { getSubscriptionById } from './get-subscription-by-id.ts';
import type { Operation } from './operation.ts';
import { searchCatalogItems } from './search-catalog-items.ts';
import { searchListingsItems } from './search-listings-items.ts';
import { searchOrders } from './search-orders.ts';

/** What the sandbox's SP-API can do. */
export const operations: readonly Operation[] = [
  getMarketplaceParticipations,
  createReport,
  getReport,
  getReportDocument,
  searchListingsItems,
  searchCatalogItems,
  getListingOffersBatch,
  searchOrders,
  createDestination,
  getDestinations,
  getDestination,
  deleteDestination,
  createSubscription,
  getSubscription,
  getSubscriptionById,
  deleteSubscriptionById,
];
