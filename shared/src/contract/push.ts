import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { nothing } from './shapes.ts';

/** Addition: Web Push notifies a browser of alerts while Watchpost is not open in it. */
export const pushKey = endpoint({
  method: 'GET',
  path: '/api/identity/push/key',
  summary: 'The key that a browser subscribes with; null where push is not set up on this server',
  access: 'session',
  response: z.object({ publicKey: z.nullable(z.string()) }),
  errors: [],
  quiet: true,
});

/**
 * The two keys of a push subscription in base64url: 65 bytes of an uncompressed P-256 point, and a secret of 16 bytes.
 */
const pointKey = z.string().check(z.regex(/^B[\w-]{86}=?$/));
const authSecret = z.string().check(z.regex(/^[\w-]{22}(?:==)?$/));
const pushEndpoint = z.string().check(z.minLength(1), z.maxLength(2000));

export const subscribePush = endpoint({
  method: 'POST',
  path: '/api/identity/push/subscribe',
  summary: 'Sends alerts to this browser from now on, for as long as its session lasts',
  access: 'session',
  /** The JSON that `PushSubscription.toJSON()` returns in the browser. */
  body: z.object({ endpoint: pushEndpoint, keys: z.object({ p256dh: pointKey, auth: authSecret }) }),
  response: nothing,
  errors: ['badRequest', 'pushAddress', 'serviceOff'],
  quiet: true,
});
export type PushSubscriptionBody = z.output<typeof subscribePush.body>;

export const unsubscribePush = endpoint({
  method: 'POST',
  path: '/api/identity/push/unsubscribe',
  summary: 'Stops sending alerts to this browser',
  access: 'session',
  body: z.object({ endpoint: pushEndpoint }),
  response: nothing,
  errors: ['badRequest'],
  quiet: true,
  whileUnserved: true,
});

export const pushCalls = { pushKey, subscribePush, unsubscribePush } as const;
