import { marketplaces } from '@app/shared/base/marketplaces.ts';
import type { Operation } from '../../../external/marketplace/rates.ts';
import type { Refusal } from './refusal-queries.ts';

/** The data that a seller misses while an operation is refused; `null` if the seller is not told. */
const operations: Readonly<Record<Operation, string | null>> = {
  getMarketplaceParticipations: 'marketplaces',
  searchListingsItems: 'listings',
  searchCatalogItems: 'product pages',
  getListingOffersBatch: 'offers',
  getCompetitivePricing: 'the buy box',
  getInventorySummaries: 'FBA stock',
  getMyFeesEstimates: 'FBA fees',
  searchOrders: 'orders',
  // Amazon may open it to brand owners only.
  listOffers: null,
  // No watchdog depends on it.
  listTransactions: null,
  // The missed data depends on the report: `reports` has the words.
  createReport: null,
  getReport: null,
  getReportDocument: null,
  // Refused subscriptions have their own table.
  createDestination: null,
  getDestinations: null,
  createSubscription: null,
  getSubscription: null,
  deleteSubscriptionById: null,
};

const reports: Readonly<Record<string, string>> = {
  GET_MERCHANT_LISTINGS_ALL_DATA: 'the list of products',
  GET_FLAT_FILE_ALL_ORDERS_DATA_BY_ORDER_DATE_GENERAL: 'past orders',
  GET_FLAT_FILE_ALL_ORDERS_DATA_BY_LAST_UPDATE_GENERAL: 'past orders',
  GET_SELLER_FEEDBACK_DATA: 'seller feedback',
  GET_FBA_ESTIMATED_FBA_FEES_TXT_DATA: 'FBA fees',
  GET_MERCHANTS_LISTINGS_FYP_REPORT: 'suppressed listings',
};

/** Returns the data that these refusals withhold from the seller, in words and without duplicates. */
export const refusedSubjects = (refusals: readonly Pick<Refusal, 'operation' | 'subject'>[]): readonly string[] => [
  ...new Set(refusals.flatMap((refusal) => wordsOf(refusal) ?? [])),
];

function wordsOf({ operation, subject }: Pick<Refusal, 'operation' | 'subject'>): string | undefined {
  if (operation === 'createReport') return reports[subject];
  const words = new Map(Object.entries(operations)).get(operation) ?? undefined;
  const place = marketplaces.find(({ id }) => id === subject);
  return words && place ? `${words} in ${place.code}` : words;
}
