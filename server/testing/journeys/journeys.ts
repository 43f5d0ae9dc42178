import type { WatchdogType } from '@app/shared/watchdogs/registry.ts';
import type { Journey } from './journey.ts';
import { listingJourneys } from './listing.ts';
import { offersJourneys } from './offers.ts';
import { reviewsAndBadgesJourneys } from './reviews-and-badges.ts';
import { salesAndStockJourneys } from './sales-and-stock.ts';

/** One journey per kind. */
export const journeys = {
  ...offersJourneys,
  ...listingJourneys,
  ...reviewsAndBadgesJourneys,
  ...salesAndStockJourneys,
} satisfies Record<WatchdogType, Journey>;
