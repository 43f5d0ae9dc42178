import * as z from 'zod/mini';
import { queueArn, sellers, type Response, type TestApi } from './test-api.ts';
import { notificationKinds, notificationTypes, type NotificationType } from '../notifications/notification-type.ts';

interface SubscriptionInput {
  readonly as?: string;
  readonly payloadVersion?: string;
  readonly destinationId?: string;
  readonly processingDirective?: object;
}

/** Test helper: subscribes a seller to a notification type in its supported version. */
export async function subscribe(
  api: TestApi,
  type: NotificationType,
  input: SubscriptionInput = {},
): Promise<Response> {
  const { as = sellers.na, payloadVersion = notificationKinds[type].payloadVersion, ...more } = input;
  const destinationId = input.destinationId ?? (await destinationOf(api, type));
  const body = { payloadVersion, ...more, destinationId };
  return api.call({ method: 'POST', path: `/notifications/v1/subscriptions/${type}`, as, body });
}

/** Returns the id of the destination for a type, a queue or an event bus; creates it on the first call. */
export async function destinationOf(api: TestApi, type: NotificationType = 'ORDER_CHANGE'): Promise<string> {
  const destinations = { path: '/notifications/v1/destinations', as: 'grantless' };
  const { goesTo } = notificationKinds[type];
  await api.call({ ...destinations, method: 'POST', body: { name: goesTo, resourceSpecification: places[goesTo] } });
  const { text } = await api.call(destinations);
  const { payload } = listed.parse(JSON.parse(text));
  return payload.find(({ name }) => name === goesTo)?.destinationId ?? '';
}

const listed = z.object({ payload: z.array(z.object({ name: z.string(), destinationId: z.string() })) });

const places = {
  sqs: { sqs: { arn: queueArn } },
  eventBridge: { eventBridge: { accountId: '123456789012', region: 'us-east-1' } },
};

export async function subscribeToAll(api: TestApi): Promise<void> {
  for (const type of notificationTypes) await subscribe(api, type);
}

export const typesOf = (api: TestApi): unknown[] =>
  messagesIn(api).map((body) => body['NotificationType'] ?? body['notificationType']);

export const payloadsOf = (api: TestApi): unknown[] =>
  messagesIn(api).map((body) => body['Payload'] ?? body['payload']);

/** Returns all delivered notifications, extracted from EventBridge events where needed. */
export const messagesIn = ({ delivered }: TestApi): readonly Readonly<Record<string, unknown>>[] =>
  delivered.map(({ body }) => event.safeParse(body).data?.detail ?? body);

const event = z.object({ 'detail-type': z.string(), detail: z.record(z.string(), z.unknown()) });
