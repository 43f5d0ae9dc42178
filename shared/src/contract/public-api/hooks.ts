import * as z from 'zod/mini';
import { testOutcome } from '../channels.ts';
import { endpoint } from '../endpoint.ts';
import { nothing, rowId } from '../shapes.ts';
import { pageOf, pageQuery } from './shapes.ts';

export const alertEvents = ['alertRaised', 'alertHealed'] as const;
export type AlertEvent = (typeof alertEvents)[number];
/** Events of the account other than alerts. Only owners receive `connectionBroken` and `invoicePaid`. */
const accountEvents = ['productTracked', 'connectionBroken', 'invoicePaid'] as const;
export type AccountEvent = (typeof accountEvents)[number];
const hookEvents = [...alertEvents, ...accountEvents] as const;
export type HookEvent = (typeof hookEvents)[number];

const address = z.string().check(z.trim(), z.minLength(1), z.maxLength(2000));

/** An absent field does not filter. `sellerIds` is for alerts and tracked products, `watchdogs` for alerts. */
const filterShape = z.object({
  sellerIds: z.optional(z.array(rowId).check(z.minLength(1), z.maxLength(500))),
  watchdogs: z.optional(
    z.array(z.string().check(z.minLength(1), z.maxLength(60))).check(z.minLength(1), z.maxLength(100)),
  ),
});

/** The filter of a stored hook. Its list of seller accounts is empty, and fits none, once all of them were deleted. */
const storedFilterShape = z.extend(filterShape, { sellerIds: z.optional(z.array(rowId)) });

export const subscribeHook = endpoint({
  method: 'POST',
  path: '/api/v1/hooks',
  summary: 'Has an address called for each event of one kind until it answers 410',
  access: 'token',
  scope: 'hooks:write',
  body: z.object({ url: address, event: z.enum(hookEvents), filter: z._default(filterShape, {}) }),
  /** The secret signs each call as docs/webhooks.md says; only this answer contains it. */
  response: z.object({ id: rowId, secret: z.string() }),
  creates: true,
  errors: [
    'badRequest',
    'forbidden',
    'insufficientScope',
    'notFound',
    'webhookAddress',
    'hookLimit',
    'idempotencyKeyReused',
  ],
});

export const listHooks = endpoint({
  method: 'GET',
  path: '/api/v1/hooks',
  summary: 'The hooks of the program, the newest first; with `url` those that call this address',
  access: 'token',
  scope: 'hooks:write',
  query: z.object({ ...pageQuery, url: z.optional(address) }),
  response: pageOf(
    z.object({
      id: rowId,
      event: z.enum(hookEvents),
      filter: storedFilterShape,
      /** The part of the hook's address by which users recognise it. */
      addressHint: z.string(),
      /** The time since which the address does not answer; waiting calls are repeated. */
      failingSince: z.nullable(z.string()),
      createdAt: z.string(),
    }),
  ),
  errors: ['badRequest'],
});

export const testHook = endpoint({
  method: 'POST',
  path: '/api/v1/hooks/:hookId/test',
  summary: 'Calls a hook once with a test message and says whether its address took it',
  access: 'token',
  scope: 'hooks:write',
  params: z.object({ hookId: rowId }),
  response: testOutcome,
  errors: ['badRequest', 'notFound', 'tooManyRequests'],
  quiet: true,
});

export const unsubscribeHook = endpoint({
  method: 'DELETE',
  path: '/api/v1/hooks/:hookId',
  summary: 'Ends a hook; what waits for it is given up',
  access: 'token',
  scope: 'hooks:write',
  params: z.object({ hookId: rowId }),
  response: nothing,
  errors: ['badRequest', 'notFound', 'idempotencyKeyReused'],
  whileUnserved: true,
});
