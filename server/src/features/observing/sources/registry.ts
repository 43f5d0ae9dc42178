import type { Context } from '../../../context.ts';
import { catalogItems } from './catalog-items.ts';
import { feePreview } from './fee-preview.ts';
import { feesEstimates } from './fees-estimates.ts';
import { inventorySummaries } from './inventory-summaries.ts';
import { listingOffers } from './listing-offers.ts';
import { listingsItems } from './listings-items.ts';
import { newProductPages } from './new-product-pages.ts';
import { newSearchPages } from './new-search-pages.ts';
import { orderFees } from './order-fees.ts';
import { orderHistory } from './order-history.ts';
import { orders } from './orders.ts';
import { parentItems } from './parent-items.ts';
import { productPages } from './product-pages.ts';
import { replenishmentOffers } from './replenishment-offers.ts';
import { searchPages } from './search-pages.ts';
import { sellerFeedback } from './seller-feedback.ts';
import { suppressedListings } from './suppressed-listings.ts';
import type { Source } from './source.ts';

export const sources: readonly Source[] = [
  catalogItems,
  parentItems,
  listingOffers,
  listingsItems,
  inventorySummaries,
  feesEstimates,
  replenishmentOffers,
  orderHistory,
  orders,
  orderFees,
  sellerFeedback,
  feePreview,
  suppressedListings,
  productPages,
  searchPages,
  newProductPages,
  newSearchPages,
];

/** Those that there is somebody to ask for. */
export const offeredSources = ({ pages }: Pick<Context['config'], 'pages'>): readonly Source[] =>
  sources.filter(({ needsPages }) => pages !== null || !needsPages);

export const findSource = (name: string): Source | undefined => sources.find((source) => source.name === name);
