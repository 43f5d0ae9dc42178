import { hash } from 'node:crypto';
import * as z from 'zod/mini';
import { findMarketplaceById } from '@app/shared/base/marketplaces.ts';
import { maybe } from '../../../external/marketplace/answers/answer.ts';
import type { NotificationType } from '../../../external/marketplace/operations/notifications.ts';
import type { Consequence, KnownListings, ReadPayload } from './push-type.ts';
import { findPushType } from './types/registry.ts';

/** The envelope as most types write it; some types begin each field name with a capital. */
const envelope = z.object({
  notificationType: z.string(),
  eventTime: maybe(z.string()),
  payload: z.optional(z.unknown()),
  notificationMetadata: z.optional(z.unknown()),
});
const metadata = z.object({ notificationId: maybe(z.string()), subscriptionId: maybe(z.string()) });
const noMetadata: z.output<typeof metadata> = { notificationId: null, subscriptionId: null };

export interface Notification {
  readonly id: string;
  readonly type: NotificationType;
  readonly subscriptionId: string | null;
  readonly sellingPartnerId: string | null;
  /** The marketplace; `null` if the message concerns the whole account. */
  readonly marketplace: string | null;
  readonly region: string | null;
  readonly asin: string | null;
  readonly sku: string | null;
  /** The time of the announced event. */
  readonly at: Date;
  consequence(known: KnownListings): Consequence;
}

/**
 * Matches an escaped U+0000. The number of backslashes is odd, because with an even number the last one is itself
 * escaped.
 */
const escapedNul = /(?<!\\)(?:\\\\)*\\u0000/;

type RefusedMessage = { readonly reason: string };

/** Reads a message of the queue. Returns the reason if it is not a notification that we understand. */
export function readNotification(body: string): Notification | RefusedMessage {
  // PostgreSQL stores no text with this character, so such a message could never be taken.
  if (escapedNul.test(body)) return { reason: 'contains U+0000' };
  const told = envelope.safeParse(uncapitalised(unwrap(parseJson(body)))).data;
  if (!told) return { reason: 'is no notification' };
  const pushType = findPushType(told.notificationType);
  if (!pushType) return { reason: `type ${shorten(told.notificationType)} is not watched` };
  const read = pushType.read(told.payload);
  if (!read) return { reason: `malformed ${told.notificationType}` };
  const { notificationId, subscriptionId } =
    metadata.safeParse(uncapitalised(told.notificationMetadata)).data ?? noMetadata;
  // Amazon's schema of the stock message has no metadata. The content contains the time of the event, so that only
  // another delivery of the same message has the same digest.
  const id = notificationId || hash('sha256', body, 'base64url');
  return locate(read, { id, subscriptionId, type: pushType.type, eventTime: told.eventTime });
}

interface Envelope {
  readonly id: string;
  readonly type: NotificationType;
  readonly subscriptionId: string | null;
  readonly eventTime: string | null;
}

function locate(read: ReadPayload, { id, type, subscriptionId, eventTime }: Envelope): Notification | RefusedMessage {
  const { sellingPartnerId = null, marketplaceId = null, asin = null, sku = null } = read.about;
  const place = marketplaceId === null ? null : findMarketplaceById(marketplaceId);
  if (place === undefined) return { reason: `marketplace ${shorten(marketplaceId ?? '')} is not watched` };
  const times = [read.about.at, eventTime].filter((time) => typeof time === 'string');
  const at = times.map((time) => new Date(time)).find((time) => !Number.isNaN(time.getTime()));
  if (!at) return { reason: `${shorten(times.join(', '))} is no time` };
  const { code: marketplace = null, region = null } = place ?? {};
  const { consequence } = read;
  return { id, type, subscriptionId, sellingPartnerId, marketplace, region, asin, sku, at, consequence };
}

/** A message may be a megabyte long, and the log repeats the reason. */
const shorten = (text: string): string => text.slice(0, 100);

function parseJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return null;
  }
}

const bridged = z.object({ 'detail-type': z.string(), detail: z.unknown() });

/** Unwraps messages that came through EventBridge, whose rule puts them into the queue inside an event of its own. */
function unwrap(message: unknown): unknown {
  const event = bridged.safeParse(message).data;
  return event ? event.detail : message;
}

/** The object with the first letter of its field names in lower case. */
const uncapitalised = (value: unknown): unknown =>
  typeof value === 'object' && value !== null
    ? Object.fromEntries(Object.entries(value).map(([name, of]) => [name.charAt(0).toLowerCase() + name.slice(1), of]))
    : value;
