import { queueArn, sellers, type Response, type TestApi } from '../test-api.ts';
import { notificationKinds, notificationTypes, type NotificationType } from './notification-type.ts';

interface Wish {
  readonly as?: string;
  readonly payloadVersion?: string;
  readonly processingDirective?: object;
}

/** Subscribes a seller to one type of notification, in the version that the type has. For tests. */
export async function subscribe(api: TestApi, type: NotificationType, wish: Wish = {}): Promise<Response> {
  const { as = sellers.na, payloadVersion = notificationKinds[type].payloadVersion, ...more } = wish;
  const destinationId = await destinationOf(api);
  const body = { payloadVersion, destinationId, ...more };
  return api.call({ method: 'POST', path: `/notifications/v1/subscriptions/${type}`, as, body });
}

/** The id of the test's queue, which is made a destination once. */
export async function destinationOf(api: TestApi): Promise<string> {
  const destinations = { path: '/notifications/v1/destinations', as: 'grantless' };
  const body = { name: 'queue', resourceSpecification: { sqs: { arn: queueArn } } };
  await api.call({ ...destinations, method: 'POST', body });
  const [, destinationId = ''] = /"destinationId":"([^"]+)"/.exec((await api.call(destinations)).text) ?? [];
  return destinationId;
}

export async function subscribeToAll(api: TestApi): Promise<void> {
  for (const type of notificationTypes) await subscribe(api, type);
}

export const typesOf = ({ delivered }: TestApi): unknown[] =>
  delivered.map(({ body }) => body['NotificationType'] ?? body['notificationType']);

export const payloadsOf = ({ delivered }: TestApi): unknown[] =>
  delivered.map(({ body }) => body['Payload'] ?? body['payload']);
