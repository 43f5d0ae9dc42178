import { none, type Birth } from './rows.ts';

export const apiVersion = '2026-10-28.endive';

interface NewEvent {
  readonly type: string;
  /** A copy of the object as it was at the time of the event. */
  readonly object: object;
  readonly previous?: object | undefined;
  readonly request: { readonly id: string | null; readonly idempotency_key: string | null };
}

export const newEvent = ({ id, created }: Birth, { type, object, previous, request }: NewEvent) => ({
  id,
  object: 'event' as const,
  api_version: apiVersion,
  created,
  data: { object, ...(previous === undefined ? {} : { previous_attributes: previous }) },
  livemode: false,
  pending_webhooks: 1,
  request,
  type,
});

export type StripeEvent = ReturnType<typeof newEvent>;

export const newWebhookEndpoint = ({ id, created }: Birth, target: { url: string; secret: string }) => ({
  id,
  object: 'webhook_endpoint' as const,
  api_version: apiVersion,
  application: none<string>(),
  created,
  description: none<string>(),
  enabled_events: ['*'] as readonly string[],
  livemode: false,
  metadata: {},
  /** The signing secret, which Stripe shows only in the answer that creates the endpoint. */
  secret: target.secret,
  status: 'enabled',
  url: target.url,
});

export type WebhookEndpoint = ReturnType<typeof newWebhookEndpoint>;
