import * as z from 'zod/mini';
import type { ProductSession } from '../../../scripts/sessions/product-session.ts';
import type { BenchMarketplace, Posted } from '../house/marketplace.ts';
import type { ProductRows } from './product-rows.ts';

/** What one way of telling was given, by the deliveries of the product and by the ledger of who took it. */
export interface ToldChannel {
  readonly channel: string;
  /** Messages by their ids, as the product has them. */
  readonly sent: number;
  /** Sent, says the product, and never taken. */
  readonly missing: readonly string[];
  /** Taken, and not known to the product as sent. */
  readonly unknown: readonly string[];
  /** Taken more than once under their id. */
  readonly repeated: number;
  /** Taken after one that tells of something later. */
  readonly outOfOrder: number;
  /** Not believed, or not understood. */
  readonly refused: readonly string[];
}

/** Adds a webhook and a channel of Slack with the defaults of an address; the answer compares them at the end. */
export async function openChannels(
  session: ProductSession,
  { marketplace, rows }: { readonly marketplace: BenchMarketplace; readonly rows: ProductRows },
): Promise<(afterFlipId: string) => Promise<readonly ToldChannel[]>> {
  const hook = await marketplace.openReceiver('webhook');
  const slack = await marketplace.openReceiver('slack');
  const secret = await add(session, { kind: 'webhook', name: 'Chaos', address: hook.url });
  await marketplace.giveSecret(hook.id, secret ?? '');
  await add(session, { kind: 'slack', name: 'Chaos', address: slack.url });
  return async (afterFlipId) => {
    const sent = (channel: string) => rows.sentMessages(channel, afterFlipId);
    const posted = await marketplace.posted(hook.id);
    const toSlack = await marketplace.posted(slack.id);
    const mails = await marketplace.mails();
    const aboutAlerts = mails.filter(({ text }) => /\/home#pdet-\d+/.test(text));
    return [
      compare('webhook', { sent: await sent('webhook'), taken: idsOf(posted), refused: posted.refused }),
      compareCounts((await sent('slack')).length, toSlack),
      compare('mail', {
        sent: await sent('mail'),
        taken: aboutAlerts.map(({ headers }) => headers.messageId).toReversed(),
        refused: [],
      }),
    ];
  };
}

const idsOf = ({ messages }: Posted): string[] => messages.flatMap(({ id }) => (id === null ? [] : [id]));

/** Slack's form has no ids: messages are counted. */
const compareCounts = (sent: number, { messages, refused }: Posted): ToldChannel => ({
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
  readonly sent: readonly string[];
  readonly taken: readonly string[];
  readonly refused: readonly string[];
}

function compare(channel: string, { sent, taken, refused }: Ledgers): ToldChannel {
  const places = new Map(sent.map((id, index) => [id, index]));
  const distinct = new Set(taken);
  const order = [...distinct].flatMap((id) => places.get(id) ?? []);
  return {
    channel,
    sent: sent.length,
    missing: sent.filter((id) => !distinct.has(id)),
    unknown: [...distinct].filter((id) => !places.has(id)),
    repeated: taken.length - distinct.size,
    outOfOrder: order.filter((place, index) => place < (order[index - 1] ?? -1)).length,
    refused,
  };
}
