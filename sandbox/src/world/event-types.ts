import type { EventType } from './event-type.ts';
import * as badges from './event-types/badges.ts';
import * as catalog from './event-types/catalog.ts';
import * as details from './event-types/details.ts';
import * as fees from './event-types/fees.ts';
import * as feedback from './event-types/feedback.ts';
import * as listing from './event-types/listing.ts';
import * as offers from './event-types/offers.ts';
import * as reviews from './event-types/reviews.ts';
import * as sales from './event-types/sales.ts';
import * as search from './event-types/search.ts';
import * as stock from './event-types/stock.ts';

/** Everything that can be made to happen, by the name that `POST /sandbox/events` uses. */
export const eventTypes: Readonly<Record<string, EventType>> = {
  ...offers,
  ...listing,
  ...catalog,
  ...details,
  ...reviews,
  ...badges,
  ...search,
  ...stock,
  ...sales,
  ...fees,
  ...feedback,
};
