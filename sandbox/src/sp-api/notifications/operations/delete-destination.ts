import { notFound, SpApiError } from '../../request/error.ts';
import { grantlessOperation } from '../../operation.ts';
import { nonEmpty } from '../../request/parameters.ts';

export const deleteDestination = grantlessOperation({
  operationId: 'deleteDestination',
  method: 'DELETE',
  path: '/notifications/v1/destinations/{destinationId}',
  rate: 1,
  burst: 5,
  params: { destinationId: nonEmpty },
  answer: ({ context, params }) => {
    if (context.subscriptions.isInUse(params.destinationId)) {
      throw new SpApiError(409, 'Conflict', { message: 'The destination still has subscriptions.' });
    }
    if (!context.destinations.remove(params.destinationId)) throw notFound('No destination has this id.');
    return { status: 200, body: {} };
  },
});
