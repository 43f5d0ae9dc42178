import * as z from 'zod/mini';
import type { ProductSession } from '../../../scripts/sessions/product-session.ts';
import type { BenchMarketplace, CaughtMail, ReceiverLog } from '../house/marketplace.ts';
import type { ProductRows, SentMessage } from './product-rows.ts';

/** The product's deliveries over one channel, compared with the messages that the receiver has stored. */
export interface ChannelComparison {
  readonly channel: string;
  /** The number of messages that the product has recorded as sent. */
  readonly sent: number;
  /** Messages that the product has recorded as sent and the receiver never received. */
  readonly missing: readonly string[];
  /** Messages that the receiver received and the product has not recorded as sent. */
  readonly unknown: readonly string[];
  /** Number of messages received again with the same id. */
  readonly repeated: number;
  /** Number of messages received after one that was made up later. */
  readonly outOfOrder: number;
  /** The receiver's reasons for refused messages, such as a wrong signature or an invalid body. */
  readonly refused: readonly string[];
}

/** Adds a webhook and a Slack channel with default settings; returns a function that compares all channels. */
export async function openChannels(
  session: ProductSession,
  { marketplace, rows }: { readonly marketplace: BenchMarketplace; readonly rows: ProductRows },
): Promise<(afterFlipId: string, mails: readonly CaughtMail[]) => Promise<readonly ChannelComparison[]>> {
  const hook = await marketplace.openReceiver('webhook');
  const slack = await marketplace.openReceiver('slack');
  const secret = await add(session, { kind: 'webhook', name: 'Chaos', address: hook.url });
  await marketplace.giveSecret(hook.id, secret ?? '');
  await add(session, { kind: 'slack', name: 'Chaos', address: slack.url });
  return async (afterFlipId, mails) => {
    const sent = (channel: string) => rows.sentMessages(channel, afterFlipId);
    const posted = await marketplace.posted(hook.id);
    const toSlack = await marketplace.posted(slack.id);
    const aboutAlerts = mails.filter(({ text }) => /\/home#pdet-\d+/.test(text));
    return [
      compare('webhook', { sent: await sent('webhook'), received: idsOf(posted), refused: posted.refused }),
      compareCounts((await sent('slack')).filter(({ isAfter }) => isAfter).length, toSlack),
      compare('mail', {
        sent: await sent('mail'),
        received: aboutAlerts.map(({ headers }) => headers.messageId).toReversed(),
        refused: [],
      }),
    ];
  };
}

const idsOf = ({ messages }: ReceiverLog): string[] => messages.flatMap(({ id }) => (id === null ? [] : [id]));

/** Messages to Slack carry no id and can only be counted. */
const compareCounts = (sent: number, { messages, refused }: ReceiverLog): ChannelComparison => ({
  channel: 'slack',
  sent,
  missing: Array.from({ length: Math.max(0, sent - messages.length) }, () => 'a message'),
  unknown: [],
  repeated: Math.max(0, messages.length - sent),
  outOfOrder: 0,
  refused,
});

const added = z.object({ secret: z.nullable(z.string()) });

async function add(session: ProductSession, body: object): Promise<string | null> {
  const answer = await session.post('/api/identity/channels', body);
  if (answer.status >= 300) throw new Error(`The channel was not added: ${answer.text}`);
  return added.parse(JSON.parse(answer.text)).secret;
}

interface Ledgers {
  /**
   * The messages that the product has sent. Those without `isAfter` may have been received before the comparison began.
   */
  readonly sent: readonly SentMessage[];
  readonly received: readonly string[];
  readonly refused: readonly string[];
}

function compare(channel: string, { sent, received, refused }: Ledgers): ChannelComparison {
  const places = new Map(sent.map(({ id }, index) => [id, index]));
  const expected = sent.filter(({ isAfter }) => isAfter).map(({ id }) => id);
  const distinct = new Set(received);
  const order = [...distinct].flatMap((id) => places.get(id) ?? []);
  return {
    channel,
    sent: expected.length,
    missing: expected.filter((id) => !distinct.has(id)),
    unknown: [...distinct].filter((id) => !places.has(id)),
    repeated: received.length - distinct.size,
    outOfOrder: order.filter((place, index) => place < (order[index - 1] ?? -1)).length,
    refused,
  };
}
