import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { nothing } from './shapes.ts';

/** Addition: browsers are told of alerts while Watchpost is not open in them (Web Push). */
export const pushKey = endpoint({
  method: 'GET',
  path: '/api/identity/push/key',
  summary: 'The key that a browser subscribes with; null where push is not set up on this server',
  access: 'session',
  response: z.object({ publicKey: z.nullable(z.string()) }),
  errors: [],
  quiet: true,
});

/** Of this form in every browser: base64url of the 65 bytes of a point, and of 16 bytes. */
const pointKey = z.string().check(z.regex(/^B[\w-]{86}=?$/));
const authSecret = z.string().check(z.regex(/^[\w-]{22}(?:==)?$/));
const pushEndpoint = z.string().check(z.minLength(1), z.maxLength(2000));

export const subscribePush = endpoint({
  method: 'POST',
  path: '/api/identity/push/subscribe',
  summary: 'Tells this browser from now on, for as long as its session lasts',
  access: 'session',
  /** As `PushSubscription.toJSON()` writes it. */
  body: z.object({ endpoint: pushEndpoint, keys: z.object({ p256dh: pointKey, auth: authSecret }) }),
  response: nothing,
  errors: ['badRequest', 'pushAddress', 'serviceOff'],
  quiet: true,
});
export type PushSubscriptionBody = z.output<typeof subscribePush.body>;

export const unsubscribePush = endpoint({
  method: 'POST',
  path: '/api/identity/push/unsubscribe',
  summary: 'Tells this browser no longer',
  access: 'session',
  body: z.object({ endpoint: pushEndpoint }),
  response: nothing,
  errors: ['badRequest'],
  quiet: true,
});
