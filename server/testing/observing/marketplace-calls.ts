import type { Marketplace } from '../../src/external/marketplace/marketplace.ts';
import type { SellerAccess } from '../../src/external/marketplace/seller-access.ts';

interface CallTarget {
  readonly marketplace: Marketplace;
  readonly access: SellerAccess;
  readonly marketplaceId: string;
}

/** Calls every operation that the product uses, by Amazon's name, with the parameters that the product uses. */
export function marketplaceCalls({ marketplace, access, marketplaceId }: CallTarget) {
  const batch = { marketplaceId, skus: ['SKU'] };
  const priced = { sku: 'SKU', price: { cents: 1000, currency: 'GBP' }, isFulfilledByAmazon: true };
  const orders = { marketplaceIds: [marketplaceId], since: { placed: new Date(0) }, paginationToken: null };
  const type = 'ANY_OFFER_CHANGED';
  return {
    getMarketplaceParticipations: () => marketplace.participations(access),
    createReport: () => marketplace.createReport(access, { reportType: 'X', marketplaceIds: [marketplaceId] }),
    getReport: () => marketplace.getReport(access, 'ID'),
    getReportDocument: () => marketplace.downloadReport(access, 'ID'),
    searchListingsItems: () => marketplace.searchListingsItems(access, batch),
    searchCatalogItems: () => marketplace.searchCatalogItems(access, { marketplaceId, asins: ['B01'] }),
    getListingOffersBatch: () => marketplace.getListingOffersBatch(access, batch),
    getCompetitivePricing: () => marketplace.getCompetitivePricing(access, batch),
    getInventorySummaries: () => marketplace.getInventorySummaries(access, batch),
    getMyFeesEstimates: () => marketplace.getMyFeesEstimates(access, { marketplaceId, listings: [priced] }),
    listOffers: () => marketplace.listReplenishmentOffers(access, { marketplaceId, asins: ['B01'], offset: 0 }),
    searchOrders: () => marketplace.searchOrders(access, orders),
    listTransactions: () => marketplace.listTransactions(access, { postedAfter: new Date(0), nextToken: null }),
    getDestinations: () =>
      marketplace.ensureDestination('EU', { sqs: { arn: 'arn:aws:sqs:us-east-2:444455556666:queue1' } }),
    createSubscription: () => marketplace.createSubscription(access, { type, destinationId: 'D1' }),
    getSubscription: () => marketplace.getSubscription(access, type),
  } as const satisfies Readonly<Record<string, () => Promise<unknown>>>;
}
