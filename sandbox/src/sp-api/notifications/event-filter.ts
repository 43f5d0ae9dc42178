import * as z from 'zod/mini';
import { nonEmpty } from '../parameters.ts';

const aggregationPeriodsMs = { FiveMinutes: 300_000, TenMinutes: 600_000 } as const;

const offers = z.strictObject({
  eventFilterType: z.literal('ANY_OFFER_CHANGED'),
  marketplaceIds: z.optional(z.array(nonEmpty).check(z.minLength(1))),
  aggregationSettings: z.optional(z.strictObject({ aggregationTimePeriod: z.enum(['FiveMinutes', 'TenMinutes']) })),
});

const orders = z.strictObject({
  eventFilterType: z.literal('ORDER_CHANGE'),
  orderChangeTypes: z.optional(z.array(z.enum(['OrderStatusChange', 'BuyerRequestedChange'])).check(z.minLength(1))),
});

/** What a subscriber may leave out; the two types that can be filtered each have a filter of their own. */
export const eventFilter = z.discriminatedUnion('eventFilterType', [offers, orders]);

export type EventFilter = z.output<typeof eventFilter>;

/** Zero when every event is sent. */
export function aggregationMsOf(filter: EventFilter | undefined): number {
  if (filter?.eventFilterType !== 'ANY_OFFER_CHANGED' || !filter.aggregationSettings) return 0;
  return aggregationPeriodsMs[filter.aggregationSettings.aggregationTimePeriod];
}

/** Undefined for all marketplaces. */
export const marketplaceIdsOf = (filter: EventFilter | undefined): readonly string[] | undefined =>
  filter?.eventFilterType === 'ANY_OFFER_CHANGED' ? filter.marketplaceIds : undefined;

/** False where the filter leaves out the only change of orders that the sandbox knows. */
export const wantsOrderStatus = (filter: EventFilter | undefined): boolean =>
  filter?.eventFilterType !== 'ORDER_CHANGE' || (filter.orderChangeTypes?.includes('OrderStatusChange') ?? true);
