/** Requests per second and burst, as stated in the operation descriptions of Amazon's models. */
export const documentedRates = {
  getMarketplaceParticipations: { rate: 0.016, burst: 15 },
  createReport: { rate: 0.0167, burst: 15 },
  getReport: { rate: 2, burst: 15 },
  getReportDocument: { rate: 0.0167, burst: 15 },
  searchListingsItems: { rate: 5, burst: 5 },
  searchCatalogItems: { rate: 2, burst: 2 },
  getListingOffersBatch: { rate: 0.5, burst: 1 },
  getCompetitivePricing: { rate: 0.5, burst: 1 },
  getInventorySummaries: { rate: 2, burst: 2 },
  getMyFeesEstimates: { rate: 0.5, burst: 1 },
  listOffers: { rate: 1, burst: 1 },
  listTransactions: { rate: 0.5, burst: 10 },
  searchOrders: { rate: 0.0056, burst: 20 },
  createDestination: { rate: 1, burst: 5 },
  getDestinations: { rate: 1, burst: 5 },
  createSubscription: { rate: 1, burst: 5 },
  getSubscription: { rate: 1, burst: 5 },
  deleteSubscriptionById: { rate: 1, burst: 5 },
} as const;

export type Operation = keyof typeof documentedRates;
