import * as z from 'zod/mini';
import { notFound } from '../../request/error.ts';
import { notificationType } from '../notification-type.ts';
import { sellerOperation } from '../../operation.ts';
import { presentSubscription } from '../subscriptions.ts';

export const getSubscription = sellerOperation({
  operationId: 'getSubscription',
  method: 'GET',
  path: '/notifications/v1/subscriptions/{notificationType}',
  rate: 1,
  burst: 5,
  params: { notificationType },
  query: { payloadVersion: z.optional(z.string()) },
  answer: ({ context, seller, params, query }) => {
    const subscription = context.subscriptions.findOf(seller.sellingPartnerId, params.notificationType);
    const isAsked = query.payloadVersion === undefined || query.payloadVersion === subscription?.payloadVersion;
    if (!subscription || !isAsked) throw notFound('The seller has no subscription of this type.');
    return { status: 200, body: { payload: presentSubscription(subscription) } };
  },
});
