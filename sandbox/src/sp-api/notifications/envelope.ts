import { notificationKinds, type NotificationType } from './notification-type.ts';

export interface Letter {
  readonly type: NotificationType;
  readonly payload: unknown;
  /** When what it tells of happened. */
  readonly at: Date;
  readonly publishedAt: Date;
  readonly applicationId: string;
  readonly subscriptionId: string;
  readonly notificationId: string;
}

/** The message as it lies in the queue, its names written the way its type writes them. */
export function envelope(letter: Letter): string {
  const { casing, payloadVersion, notificationVersion } = notificationKinds[letter.type];
  const metadata = {
    applicationId: letter.applicationId,
    subscriptionId: letter.subscriptionId,
    publishTime: letter.publishedAt.toISOString(),
    notificationId: letter.notificationId,
  };
  const message = {
    notificationVersion,
    notificationType: letter.type,
    payloadVersion,
    eventTime: letter.at.toISOString(),
    payload: letter.payload,
    notificationMetadata: casing === 'Pascal' ? inPascalCase(metadata) : metadata,
  };
  return JSON.stringify(casing === 'Pascal' ? inPascalCase(message) : message);
}

const inPascalCase = (fields: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name.charAt(0).toUpperCase() + name.slice(1), value]),
  );
