import { presentDestination } from '../destinations.ts';
import { grantlessOperation } from '../../operation.ts';

export const getDestinations = grantlessOperation({
  operationId: 'getDestinations',
  method: 'GET',
  path: '/notifications/v1/destinations',
  rate: 1,
  burst: 5,
  answer: ({ context }) => ({ status: 200, body: { payload: context.destinations.list().map(presentDestination) } }),
});
