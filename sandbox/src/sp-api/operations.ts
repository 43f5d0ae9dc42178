import { createDestination } from './notifications/operations/create-destination.ts';
import { createReport } from './reports/operations/create-report.ts';
import { createSubscription } from './notifications/operations/create-subscription.ts';
import { deleteDestination } from './notifications/operations/delete-destination.ts';
import { deleteSubscriptionById } from './notifications/operations/delete-subscription-by-id.ts';
import { getCompetitivePricing } from './pricing/get-competitive-pricing.ts';
import { getDestination } from './notifications/operations/get-destination.ts';
import { getDestinations } from './notifications/operations/get-destinations.ts';
import { getListingOffersBatch } from './pricing/get-listing-offers-batch.ts';
import { getMarketplaceParticipations } from './sellers/get-marketplace-participations.ts';
import { getInventorySummaries } from './inventory/get-inventory-summaries.ts';
import { getMyFeesEstimates } from './fees/get-my-fees-estimates.ts';
import { getReport } from './reports/operations/get-report.ts';
import { getReportDocument } from './reports/operations/get-report-document.ts';
import { getSubscription } from './notifications/operations/get-subscription.ts';
import { getSubscriptionById } from './notifications/operations/get-subscription-by-id.ts';
import { listOffers } from './replenishment/list-offers.ts';
import { listTransactions } from './finances/list-transactions.ts';
import type { Operation } from './operation.ts';
import { searchCatalogItems } from './catalog/search-catalog-items.ts';
import { searchListingsItems } from './listings/search-listings-items.ts';
import { searchOrders } from './orders/search-orders.ts';
import { sendTestNotification } from './notifications/operations/send-test-notification.ts';

/** The SP-API operations that the sandbox supports. */
export const operations: readonly Operation[] = [
  getMarketplaceParticipations,
  createReport,
  getReport,
  getReportDocument,
  searchListingsItems,
  searchCatalogItems,
  getListingOffersBatch,
  getCompetitivePricing,
  getInventorySummaries,
  getMyFeesEstimates,
  listOffers,
  listTransactions,
  searchOrders,
  createDestination,
  getDestinations,
  getDestination,
  deleteDestination,
  createSubscription,
  getSubscription,
  getSubscriptionById,
  deleteSubscriptionById,
  sendTestNotification,
];
