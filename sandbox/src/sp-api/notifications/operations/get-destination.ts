import { presentDestination } from '../destinations.ts';
import { notFound } from '../../request/error.ts';
import { grantlessOperation } from '../../operation.ts';
import { nonEmpty } from '../../request/parameters.ts';

export const getDestination = grantlessOperation({
  operationId: 'getDestination',
  method: 'GET',
  path: '/notifications/v1/destinations/{destinationId}',
  rate: 1,
  burst: 5,
  params: { destinationId: nonEmpty },
  answer: ({ context, params }) => {
    const destination = context.destinations.find(params.destinationId);
    if (!destination) throw notFound('No destination has this id.');
    return { status: 200, body: { payload: presentDestination(destination) } };
  },
});
