import * as z from 'zod/mini';
import { invalidInput } from '../error.ts';
import { marketplacesFor } from '../marketplace-access.ts';
import { notificationType } from './notification-type.ts';
import { sellerOperation } from '../operation.ts';
import { nonEmpty } from '../parameters.ts';
import { presentSubscription } from './subscriptions.ts';

const aggregationPeriodsMs = { FiveMinutes: 300_000, TenMinutes: 600_000 } as const;

const eventFilter = z.strictObject({
  eventFilterType: z.literal('ANY_OFFER_CHANGED'),
  marketplaceIds: z.optional(z.array(nonEmpty).check(z.minLength(1))),
  aggregationSettings: z.optional(z.strictObject({ aggregationTimePeriod: z.enum(['FiveMinutes', 'TenMinutes']) })),
});

export const createSubscription = sellerOperation({
  operationId: 'createSubscription',
  method: 'POST',
  path: '/notifications/v1/subscriptions/{notificationType}',
  rate: 1,
  burst: 5,
  params: { notificationType },
  body: z.strictObject({
    payloadVersion: z.literal('1.0'),
    destinationId: nonEmpty,
    processingDirective: z.optional(z.strictObject({ eventFilter: z.optional(eventFilter) })),
  }),
  answer: ({ desk, seller, params, body }) => {
    const filter = body.processingDirective?.eventFilter;
    if (filter && filter.eventFilterType !== params.notificationType)
      throw invalidInput('This type takes no eventFilter');
    if (!desk.destinations.find(body.destinationId)) throw invalidInput('destinationId does not exist');
    if (filter?.marketplaceIds) marketplacesFor(seller, filter.marketplaceIds);
    const period = filter?.aggregationSettings?.aggregationTimePeriod;
    const subscription = desk.subscriptions.create({
      sellerId: seller.sellingPartnerId,
      type: params.notificationType,
      payloadVersion: body.payloadVersion,
      destinationId: body.destinationId,
      processingDirective: body.processingDirective,
      marketplaceIds: filter?.marketplaceIds,
      aggregationMs: period ? aggregationPeriodsMs[period] : 0,
    });
    return { status: 200, body: { payload: presentSubscription(subscription) } };
  },
});
