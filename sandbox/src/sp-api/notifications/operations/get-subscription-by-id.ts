import { notFound } from '../../request/error.ts';
import { notificationType } from '../notification-type.ts';
import { grantlessOperation } from '../../operation.ts';
import { nonEmpty } from '../../request/parameters.ts';
import { presentSubscription } from '../subscriptions.ts';

export const getSubscriptionById = grantlessOperation({
  operationId: 'getSubscriptionById',
  method: 'GET',
  path: '/notifications/v1/subscriptions/{notificationType}/{subscriptionId}',
  rate: 1,
  burst: 5,
  params: { notificationType, subscriptionId: nonEmpty },
  answer: ({ context, params }) => {
    const subscription = context.subscriptions.find(params.subscriptionId);
    if (subscription?.type !== params.notificationType) throw notFound('No subscription of this type has this id.');
    return { status: 200, body: { payload: presentSubscription(subscription) } };
  },
});
