import type { Aspect } from '@app/shared/watchdogs/facts/observations.ts';
import type { Context } from '../../../context.ts';
import { discovery } from './account/discovery.ts';
import { subscriptions } from './account/subscriptions.ts';
import { advertising } from './reports/advertising.ts';
import { catalogItems } from './catalog/catalog-items.ts';
import { feePreview } from './reports/fee-preview.ts';
import { feesEstimates } from './offers/fees-estimates.ts';
import { inventorySummaries } from './listings/inventory-summaries.ts';
import { listingOffers } from './offers/listing-offers.ts';
import { listingsItems } from './listings/listings-items.ts';
import { newProductPages } from './pages/new-product-pages.ts';
import { newSearchPages } from './pages/new-search-pages.ts';
import { orderFees } from './orders/order-fees.ts';
import { orderHistory } from './orders/order-history.ts';
import { orders } from './orders/orders.ts';
import { parentItems } from './catalog/parent-items.ts';
import { productPages } from './pages/product-pages.ts';
import { replenishmentOffers } from './offers/replenishment-offers.ts';
import { searchPages } from './pages/search-pages.ts';
import { sellerFeedback } from './reports/seller-feedback.ts';
import { suppressedListings } from './reports/suppressed-listings.ts';
import type { Source } from './source.ts';

export const sources: readonly Source[] = [
  discovery,
  subscriptions,
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
  advertising,
  productPages,
  searchPages,
  newProductPages,
  newSearchPages,
];

/** The source of each aspect. Its last complete pass decides whether a late message is still news. */
export const sourceOfAspect = Object.fromEntries(
  sources.flatMap(({ aspects, name }) => aspects.map((aspect) => [aspect, name])),
  // A test compares the sources with the list of aspects.
) as Readonly<Record<Aspect, string>>;

/** Sources of retail pages and of advertising are offered only if the service that they ask is configured. */
export const offeredSources = ({
  pages,
  advertising: ads,
}: Pick<Context['config'], 'pages' | 'advertising'>): readonly Source[] =>
  sources.filter(
    ({ needsPages, needsAdvertising }) => (pages !== null || !needsPages) && (ads !== null || !needsAdvertising),
  );

export const findSource = (name: string): Source | undefined => sources.find((source) => source.name === name);
