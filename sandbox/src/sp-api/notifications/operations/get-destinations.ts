import { presentDestination } from '../destinations.ts';
import { grantlessOperation } from '../../operation.ts';

export const getDestinations = grantlessOperation({
  operationId: 'getDestinations',
  method: 'GET',
  path: '/notifications/v1/destinations',
  rate: 1,
  burst: 5,
  answer: ({ desk }) => ({ status: 200, body: { payload: desk.destinations.list().map(presentDestination) } }),
});
