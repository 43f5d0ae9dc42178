import { catalogItems } from './catalog-items.ts';
import { listingOffers } from './listing-offers.ts';
import { listingsItems } from './listings-items.ts';
import type { Source } from './source.ts';

export const sources: readonly Source[] = [catalogItems, listingOffers, listingsItems];

export const findSource = (name: string): Source | undefined => sources.find((source) => source.name === name);
