import * as z from 'zod/mini';
import { testOutcome } from './channels.ts';
import { colours } from '../base/severity.ts';
import { type TransportId, transportIds } from '../transports/registry.ts';
import { endpoint } from './endpoint.ts';
import { rowId } from './shapes.ts';

/** Additions: the log of sent messages with their recipients and results. */
export type DeliveryChannel = TransportId;
export const deliveryOutcomes = ['waiting', 'held', 'sent', 'failed', 'dropped'] as const;
export type DeliveryOutcome = (typeof deliveryOutcomes)[number];

const deliveryShape = z.object({
  id: z.string(),
  /**
   * `alert`: one change of one item (one mail may contain several). `notice`: sending to a recipient was stopped.
   * `account`: a mail about the account, such as a link to confirm an address, news of a log-in or a ticket.
   */
  about: z.enum(['alert', 'digest', 'test', 'notice', 'account']),
  /**
   * The subject of the message, such as "Buy box lost", "Daily digest" or "Your password was changed"; never its
   * content.
   */
  what: z.string(),
  /** The colour of the severity; for alerts only. */
  colour: z.nullable(z.enum(colours)),
  productName: z.nullable(z.string()),
  marketplace: z.nullable(z.string()),
  channel: z.enum(transportIds),
  /** An e-mail address, the name of a channel, or the address of the person whose browser it is. */
  to: z.string(),
  emailAddressId: z.nullable(rowId),
  channelId: z.nullable(rowId),
  outcome: z.enum(deliveryOutcomes),
  /** The time of the event, by which the log is sorted. */
  at: z.iso.datetime(),
  sentAt: z.nullable(z.iso.datetime()),
  /** The time of the next attempt for a waiting message, or the end of the hold for a held message. */
  nextAttemptAt: z.nullable(z.iso.datetime()),
  attempts: z.int(),
  /** The error of the last failed attempt, or why the message is held or was not sent. */
  error: z.nullable(z.string()),
  /** The id of the message, which is the same for all alerts in it. */
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
    /** The `next` of the previous page. */
    before: z.optional(z.string().check(z.regex(/^[\w.:-]{1,150}$/))),
  }),
  response: z.object({
    deliveries: z.array(deliveryShape),
    /** The `before` of the next, older page; null on the last page. */
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

export const deliveryLogCalls = { sendTestMail, deliveryLog } as const;
