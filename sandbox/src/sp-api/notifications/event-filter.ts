import * as z from 'zod/mini';
import { nonEmpty } from '../request/parameters.ts';

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

/** The filter of a subscription. Only two notification types can be filtered, each with its own format. */
export const eventFilter = z.discriminatedUnion('eventFilterType', [offers, orders]);

type EventFilter = z.output<typeof eventFilter>;

/** Returns the aggregation period, or 0 if every event is sent. */
export function aggregationMsOf(filter: EventFilter | undefined): number {
  if (filter?.eventFilterType !== 'ANY_OFFER_CHANGED' || !filter.aggregationSettings) return 0;
  return aggregationPeriodsMs[filter.aggregationSettings.aggregationTimePeriod];
}

/** Returns the marketplaces of the filter; undefined means all. */
export const marketplaceIdsOf = (filter: EventFilter | undefined): readonly string[] | undefined =>
  filter?.eventFilterType === 'ANY_OFFER_CHANGED' ? filter.marketplaceIds : undefined;

/** Returns false if the filter excludes OrderStatusChange, the only order change that the sandbox sends. */
export const wantsOrderStatus = (filter: EventFilter | undefined): boolean =>
  filter?.eventFilterType !== 'ORDER_CHANGE' || (filter.orderChangeTypes?.includes('OrderStatusChange') ?? true);
