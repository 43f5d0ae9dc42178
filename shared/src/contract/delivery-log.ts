import * as z from 'zod/mini';
import { testOutcome } from './channels.ts';
import { colours } from '../base/severity.ts';
import { type TransportId, transportIds } from '../transports/registry.ts';
import { endpoint } from './endpoint.ts';
import { rowId } from './shapes.ts';

/** Additions: what was sent, when, to whom, and what became of it. */
export type DeliveryChannel = TransportId;
export const deliveryOutcomes = ['waiting', 'sent', 'failed'] as const;
export type DeliveryOutcome = (typeof deliveryOutcomes)[number];

export const deliveryShape = z.object({
  id: z.string(),
  /**
   * `alert` is one change of one item, though a mail may tell several; `notice` says that something was stopped; `account`
   * is a link to confirm an address or to choose a password, news of a log-in, a ticket.
   */
  about: z.enum(['alert', 'digest', 'test', 'notice', 'account']),
  /** "Buy box lost", "Daily digest", "Test message", "Your password was changed"; never what stood in it. */
  what: z.string(),
  /** Of an alert. */
  colour: z.nullable(z.enum(colours)),
  productName: z.nullable(z.string()),
  marketplace: z.nullable(z.string()),
  channel: z.enum(transportIds),
  /** An e-mail address, the name of a channel, or whose browser it was. */
  to: z.string(),
  emailAddressId: z.nullable(rowId),
  channelId: z.nullable(rowId),
  outcome: z.enum(deliveryOutcomes),
  /** When it happened, which is what the log is in the order of. */
  at: z.iso.datetime(),
  sentAt: z.nullable(z.iso.datetime()),
  /** While it waits. */
  nextAttemptAt: z.nullable(z.iso.datetime()),
  attempts: z.int(),
  /** Of the last attempt that failed. */
  error: z.nullable(z.string()),
  /** Alerts of one message have the same. */
  messageId: z.nullable(z.string()),
});
export type Delivery = z.output<typeof deliveryShape>;

export const deliveryLog = endpoint({
  method: 'GET',
  path: '/api/identity/deliveries',
  summary:
    'What was sent to whom and what became of it, newest first, fifty at a time; the owner sees all, others theirs',
  access: 'session',
  query: z.object({
    emailAddressId: z.optional(rowId),
    channelId: z.optional(rowId),
    channel: z.optional(z.enum(transportIds)),
    outcome: z.optional(z.enum(deliveryOutcomes)),
    /** `next` of the page before. */
    before: z.optional(z.string().check(z.regex(/^[\w.:-]{1,150}$/))),
  }),
  response: z.object({
    deliveries: z.array(deliveryShape),
    /** The value of `before` that asks for the next, older page; null on the last one. */
    next: z.nullable(z.string()),
  }),
  errors: ['badRequest'],
  quiet: true,
});

export const sendTestMail = endpoint({
  method: 'POST',
  path: '/api/identity/email-addresses/:emailAddressId/test',
  summary: 'Really sends a test mail and answers what became of it; the owner to any address, others to their own',
  access: 'session',
  params: z.object({ emailAddressId: rowId }),
  response: testOutcome,
  errors: ['badRequest', 'notFound', 'tooManyRequests', 'serviceOff', 'addressUnverified'],
  quiet: true,
});
