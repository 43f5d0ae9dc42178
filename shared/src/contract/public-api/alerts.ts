import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { productIdShape } from '../catalog.ts';
import { issueStatusNames, pageOf, pageQuery, productRef, sellerRef } from './shapes.ts';

const levels = ['alert', 'warning', 'improvement'] as const;

/** One flip of a watchdog, with the fields that a webhook has as its `data`. */
const alertShape = z.object({
  /** An open problem that began more than 400 days ago is listed by another id than before. */
  id: z.string(),
  /** The ISO instant at which it happened. */
  at: z.string(),
  /** `healed`: the problem is gone. */
  event: z.enum(['raised', 'healed']),
  level: z.enum(levels),
  watchdog: z.string(),
  alertType: z.string(),
  title: z.string(),
  message: z.nullable(z.string()),
  /** Short texts of the state before and after the flip. */
  from: z.nullable(z.string()),
  to: z.nullable(z.string()),
  evidence: z.array(z.object({ label: z.string(), value: z.string() })),
  product: productRef,
  sellerAccount: sellerRef,
  /** The issue to which this alert belongs; its id is used to mute the issue and to set its status. */
  issue: z.object({
    watchDogId: z.string(),
    /** Whether this alert is still current: it reports a problem, and the issue has not changed since. */
    isOpen: z.boolean(),
    status: z.enum(issueStatusNames),
    statusBy: z.nullable(z.string()),
    mutedUntil: z.nullable(z.string()),
  }),
  /** The incident to which the issue belongs while this alert is open; `null` if there is none. */
  incident: z.nullable(
    z.object({
      id: z.string(),
      /** The nearest watchdog of the same product whose problem causes this alert; `null` if there is none. */
      cause: z.nullable(z.string()),
      /** The watchdogs of the product's alerts in the incident, the cause first. */
      watchdogs: z.array(z.string()),
      /**
       * How this alert relates to the other alerts of the product, or what all products of the incident have in common.
       */
      text: z.nullable(z.string()),
    }),
  ),
  /**
   * An estimate of the money that the open problem costs per day; `null` when it is unknown or the problem is not open.
   */
  moneyAtRisk: z.nullable(
    z.object({ low: z.int(), high: z.int(), unit: z.literal('cents a day'), currency: z.string() }),
  ),
});
export type ApiAlert = z.output<typeof alertShape>;

export const listAlerts = endpoint({
  method: 'GET',
  path: '/api/v1/alerts',
  summary: 'The alerts, warnings and improvements of all products, newest first',
  access: 'token',
  scope: 'catalogue:read',
  query: z.object({
    ...pageQuery,
    productId: z.optional(productIdShape),
    event: z.optional(z.enum(['raised', 'healed'])),
    /** `open`: only alerts that still hold, and are neither done nor muted. */
    state: z._default(z.enum(['open', 'all']), 'all'),
  }),
  response: pageOf(alertShape),
  errors: ['badRequest', 'notFound'],
});

export const getAlert = endpoint({
  method: 'GET',
  path: '/api/v1/alerts/:alertId',
  summary: 'One alert with its evidence, the state before and after, what to do, and what happened before',
  access: 'token',
  scope: 'catalogue:read',
  params: z.object({
    alertId: z
      .string()
      .check(z.regex(/^[0-9]{10,15}-(?:[1-9][0-9]{0,17}|[a-zA-Z]{1,60}-[1-9][0-9]{0,17}(?:-[1-9][0-9]{0,17})?)$/)),
  }),
  response: z.extend(alertShape, {
    before: z.object({ status: z.enum(['ok', 'warning', 'alert']), text: z.nullable(z.string()) }),
    after: z.object({ status: z.enum(['ok', 'warning', 'alert']), text: z.nullable(z.string()) }),
    /** How the watchdog works, and what to do about a problem of this kind. */
    about: z.string(),
    nextSteps: z.array(z.string()),
    /** Earlier changes of the same issue, newest first, twenty at most. */
    earlier: z.array(
      z.object({
        id: z.string(),
        at: z.string(),
        event: z.enum(['raised', 'healed']),
        level: z.enum(levels),
        message: z.nullable(z.string()),
      }),
    ),
  }),
  errors: ['badRequest', 'notFound'],
});

const watchDogId = z.string().check(z.minLength(1), z.maxLength(200));
/**
 * The `at` of the alert, or the `since` of the issue, on which the caller acts. If the issue is another one by now,
 * nothing is changed. It does not limit the end of a mute.
 */
const ifSince = z.optional(z.iso.datetime());
const issueAnswer = z.object({
  watchDogId: z.string(),
  status: z.enum(issueStatusNames),
  mutedUntil: z.nullable(z.string()),
});

export const muteIssue = endpoint({
  method: 'POST',
  path: '/api/v1/issues/:watchDogId/mute',
  summary: 'Mutes an issue for a number of minutes; 0 ends the mute',
  access: 'token',
  scope: 'alerts:write',
  params: z.object({ watchDogId }),
  body: z.object({ minutes: z._default(z.int().check(z.gte(0), z.lte(1_438_560)), 1440), ifSince }),
  response: issueAnswer,
  errors: ['badRequest', 'notFound', 'issueChanged', 'idempotencyKeyReused'],
});

export const changeIssueStatus = endpoint({
  method: 'PUT',
  path: '/api/v1/issues/:watchDogId/status',
  summary: 'Sets the status that people give an open issue that is not muted',
  access: 'token',
  scope: 'alerts:write',
  params: z.object({ watchDogId }),
  body: z.object({
    status: z.enum(issueStatusNames),
    /** The issue status that the caller has last seen. If somebody else has changed it since, nothing is changed. */
    ifStatus: z.optional(z.enum(issueStatusNames)),
    ifSince,
  }),
  response: issueAnswer,
  errors: [
    'badRequest',
    'notFound',
    'issueChanged',
    'issueStatusLocked',
    'issueStatusOvertaken',
    'idempotencyKeyReused',
  ],
});
