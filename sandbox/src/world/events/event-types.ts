import type { EventType } from './event-type.ts';
import * as badges from './types/badges.ts';
import * as catalog from './types/catalog.ts';
import * as details from './types/details.ts';
import * as fees from './types/fees.ts';
import * as feedback from './types/feedback.ts';
import * as listing from './types/listing.ts';
import * as offers from './types/offers.ts';
import * as reviews from './types/reviews.ts';
import * as sales from './types/sales.ts';
import * as search from './types/search.ts';
import * as stock from './types/stock.ts';

/** All event types by the name used in `POST /sandbox/events`. */
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
