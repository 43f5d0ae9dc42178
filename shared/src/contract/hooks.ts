import * as z from 'zod/mini';
import { cutAt } from '../base/cut-text.ts';
import { endpoint } from './endpoint.ts';
import { nothing } from './shapes.ts';

/** Mail servers write reasons of any length. One that is too long must not make the service repeat all of its reports. */
const cutReason = (reason: string): string => cutAt(reason, 1000);

/**
 * Addition: the mail service reports bounces and complaints here. Requests are signed as Standard Webhooks with
 * MAIL_HOOK_SECRET, see docs/webhooks.md.
 */
export const mailHook = endpoint({
  method: 'POST',
  path: '/api/hooks/mail',
  summary:
    'Takes what the mail service reports: addresses that mail came back from for good, and complaints about spam',
  access: 'public',
  withoutCsrf: true,
  body: z.object({
    events: z
      .array(
        z.object({
          type: z.enum(['bounce', 'complaint']),
          email: z.string().check(z.trim(), z.minLength(1), z.maxLength(320)),
          /** Bounces only: whether the address will never take mail. A full mailbox does not stop an address. */
          isPermanent: z._default(z.boolean(), true),
          reason: z._default(z.string().check(z.trim(), z.overwrite(cutReason)), ''),
          /**
           * The time of the bounce. A bounce from before the latest confirmation of the address does not stop the
           * address.
           */
          at: z.optional(z.iso.datetime({ offset: true })),
        }),
      )
      .check(z.minLength(1), z.maxLength(1000)),
  }),
  response: nothing,
  errors: ['badRequest', 'badSignature', 'serviceOff'],
  quiet: true,
});

/** Addition: the payment provider delivers its events here, signed with STRIPE_WEBHOOK_SECRET. */
const paymentHook = endpoint({
  method: 'POST',
  path: '/api/hooks/stripe',
  summary: 'Takes events of the payment provider',
  access: 'public',
  withoutCsrf: true,
  body: z.looseObject({ type: z.string().check(z.maxLength(255)) }),
  response: nothing,
  errors: ['badRequest', 'badSignature', 'serviceOff'],
});

export const hookCalls = { mailHook, paymentHook } as const;
