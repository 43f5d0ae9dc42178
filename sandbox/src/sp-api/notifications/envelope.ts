import { notificationsQueue } from '../../environment.ts';
import { eventSourceOf, type Destination } from './destinations.ts';
import { notificationKinds, type NotificationType } from './notification-type.ts';

interface NotificationMessage {
  readonly type: NotificationType;
  readonly payload: unknown;
  /** Time of the reported change. */
  readonly at: Date;
  readonly publishedAt: Date;
  readonly applicationId: string;
  readonly subscriptionId: string;
  readonly notificationId: string;
}

/** Builds the message in Amazon's format; the case of field names depends on the type. */
function envelope(notification: NotificationMessage): Readonly<Record<string, unknown>> {
  const { casing, payloadVersion, notificationVersion } = notificationKinds[notification.type];
  const metadata = {
    applicationId: notification.applicationId,
    subscriptionId: notification.subscriptionId,
    publishTime: notification.publishedAt.toISOString(),
    notificationId: notification.notificationId,
  };
  const message = {
    notificationVersion,
    notificationType: notification.type,
    payloadVersion,
    eventTime: notification.at.toISOString(),
    payload: notification.payload,
    notificationMetadata: casing === 'Pascal' ? inPascalCase(metadata) : metadata,
  };
  return casing === 'Pascal' ? inPascalCase(message) : message;
}

/** Returns the queue message: the notification itself, or the EventBridge event that contains it. */
export function bodyFor({ destinationId, resource }: Destination, notification: NotificationMessage): string {
  const message = envelope(notification);
  if ('sqs' in resource) return JSON.stringify(message);
  const { accountId, region } = resource.eventBridge;
  return JSON.stringify({
    version: '0',
    id: notification.notificationId,
    'detail-type': notification.type,
    source: eventSourceOf(accountId, destinationId),
    account: accountId,
    time: notification.publishedAt.toISOString(),
    region,
    resources: [],
    detail: message,
  });
}

/** Returns the queue of a destination. EventBridge events are forwarded to the sandbox's only queue. */
export const arnOf = ({ resource }: Destination): string =>
  'sqs' in resource ? resource.sqs.arn : notificationsQueue.arn;

const inPascalCase = (fields: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name.charAt(0).toUpperCase() + name.slice(1), value]),
  );
