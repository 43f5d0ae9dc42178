import * as z from 'zod/mini';
import { channelTransports, type ChannelTransportId } from '../transports/registry.ts';
import { endpoint } from './endpoint.ts';
import { lineText, nothing, rowId } from './shapes.ts';

/**
 * Additions: alerts to programs (signed webhooks, docs/webhooks.md) and to chat channels. Only the owner may use these
 * calls.
 */
const channelKinds = channelTransports.map(({ id }) => id);
export type ChannelKind = ChannelTransportId;

const channelName = lineText(100).check(z.minLength(1));
/** The https address of a program or chat channel. It is a secret and no answer contains it. */
const channelAddress = z.string().check(z.trim(), z.minLength(1), z.maxLength(2000));
/** Alert type → the colours that the channel gets. */
const alertsSettings = z.record(
  z.string().check(z.regex(/^[A-Z_]{1,60}$/)),
  z.object({ RED: z.boolean(), AMBER: z.boolean(), GREEN: z.boolean() }),
);
const sellerIds = z.array(rowId).check(z.maxLength(500));

const channelShape = z.object({
  channelId: rowId,
  kind: z.enum(channelKinds),
  name: z.string(),
  /** Part of the address by which users recognise it: `https://hooks.slack.com/…4f2a`. */
  addressHint: z.string(),
  /** Contains every alert type. */
  alertsSettings,
  /** Seller accounts whose alerts the channel does not get. */
  unsubscribedSellerAccounts: z.array(rowId),
  isOn: z.boolean(),
  /** The reason why Watchpost stopped sending after permanent refusals; switching the channel on starts again. */
  stoppedReason: z.nullable(z.string()),
  /** The time since which the address does not answer; waiting messages are retried. */
  failingSince: z.nullable(z.iso.datetime()),
  createdAt: z.iso.datetime(),
});
export type Channel = z.output<typeof channelShape>;

const params = z.object({ channelId: rowId });

export const listChannels = endpoint({
  method: 'GET',
  path: '/api/identity/channels',
  summary: 'The webhooks and chats of the account, oldest first',
  access: 'owner',
  response: z.object({ channels: z.array(channelShape) }),
  errors: [],
  quiet: true,
});

export const addChannel = endpoint({
  method: 'POST',
  path: '/api/identity/channels',
  summary: 'Adds a webhook or a chat; the secret that signs a webhook is answered here and never again',
  access: 'owner',
  body: z.object({
    kind: z.enum(channelKinds),
    name: channelName,
    address: channelAddress,
    /** Alert types that are absent get the default colours of section 5. */
    alertsSettings: z._default(alertsSettings, {}),
    unsubscribedSellerAccounts: z._default(sellerIds, []),
  }),
  response: z.object({
    channelId: rowId,
    /** `whsec_…`; null for a chat, whose messages are not signed. */
    secret: z.nullable(z.string()),
  }),
  errors: ['badRequest', 'notFound', 'webhookAddress', 'channelLimit'],
  quiet: true,
  needsProof: true,
});

/** Fields that are absent stay as they are, and so do alert types that are absent from `alertsSettings`. */
export const changeChannel = endpoint({
  method: 'PUT',
  path: '/api/identity/channels/:channelId',
  summary: 'Changes what a channel is called, where it is, what it is told of; switches it off and on',
  access: 'owner',
  params,
  body: z.object({
    name: z.optional(channelName),
    address: z.optional(channelAddress),
    alertsSettings: z.optional(alertsSettings),
    unsubscribedSellerAccounts: z.optional(sellerIds),
    isOn: z.optional(z.boolean()),
  }),
  response: nothing,
  errors: ['badRequest', 'notFound', 'webhookAddress'],
  quiet: true,
  needsProof: 'partly',
});
export type ChannelChange = z.input<typeof changeChannel.body>;

export const newChannelSecret = endpoint({
  method: 'POST',
  path: '/api/identity/channels/:channelId/secret',
  summary: 'Signs with a new secret from now on, answered here and never again; for a day the old one signs too',
  access: 'owner',
  params,
  response: z.object({ secret: z.string() }),
  errors: ['badRequest', 'notFound'],
  quiet: true,
  needsProof: true,
});

export const removeChannel = endpoint({
  method: 'DELETE',
  path: '/api/identity/channels/:channelId',
  summary: 'Removes a channel; what waits for it is given up',
  access: 'owner',
  params,
  response: nothing,
  errors: ['badRequest', 'notFound'],
  quiet: true,
  needsProof: true,
  // Hooks get events of the account without the service too.
  whileUnserved: true,
});

export const testOutcome = z.object({
  outcome: z.enum(['sent', 'failed']),
  /** The error, as text for users. */
  error: z.nullable(z.string()),
});
export type TestOutcome = z.output<typeof testOutcome>;

export const testChannel = endpoint({
  method: 'POST',
  path: '/api/identity/channels/:channelId/test',
  summary: 'Really sends a test message and answers what became of it; it appears in the delivery log',
  access: 'owner',
  params,
  response: testOutcome,
  errors: ['badRequest', 'notFound', 'tooManyRequests'],
  quiet: true,
});

export const channelCalls = {
  listChannels,
  addChannel,
  changeChannel,
  newChannelSecret,
  testChannel,
  removeChannel,
} as const;
