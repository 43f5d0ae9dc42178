import { catalogItems } from './catalog-items.ts';
import { feesEstimates } from './fees-estimates.ts';
import { inventorySummaries } from './inventory-summaries.ts';
import { listingOffers } from './listing-offers.ts';
import { listingsItems } from './listings-items.ts';
import { parentItems } from './parent-items.ts';
import { replenishmentOffers } from './replenishment-offers.ts';
import type { Source } from './source.ts';

export const sources: readonly Source[] = [
  catalogItems,
  parentItems,
  listingOffers,
  listingsItems,
  inventorySummaries,
  feesEstimates,
  replenishmentOffers,
];

export const findSource = (name: string): Source | undefined => sources.find((source) => source.name === name);
