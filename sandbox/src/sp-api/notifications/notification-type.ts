import * as z from 'zod/mini';

/** The notification types that the sandbox sends. */
export const notificationType = z.enum(['ANY_OFFER_CHANGED', 'LISTINGS_ITEM_STATUS_CHANGE']);
