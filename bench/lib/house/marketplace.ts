import * as z from 'zod/mini';
import { notificationsQueue, sandboxCredentials } from '../../../sandbox/src/environment.ts';

const productShape = z.object({
  asin: z.string(),
  marketplace: z.string(),
  title: z.string(),
  skus: z.array(z.string()),
  price: z.number(),
  buyBox: z.boolean(),
  otherSellers: z.number(),
  suspended: z.boolean(),
  hasImage: z.boolean(),
  active: z.boolean(),
  prime: z.boolean(),
  unitsPerDay: z.number(),
  fulfillable: z.nullable(z.number()),
  ownQuantity: z.nullable(z.number()),
});
export type OfferedProduct = z.infer<typeof productShape>;

const sellerShape = z.object({
  sellingPartnerId: z.string(),
  region: z.string(),
  spare: z.boolean(),
  products: z.array(productShape),
});
export type OfferingSeller = z.infer<typeof sellerShape>;

const entryShape = z.object({
  id: z.number(),
  at: z.string(),
  kind: z.string(),
  type: z.string(),
  asin: z.optional(z.string()),
  marketplace: z.optional(z.string()),
  sellerId: z.optional(z.string()),
  detail: z.record(z.string(), z.unknown()),
});
/** One entry of the sandbox's ledger. */
export type LedgerEntry = z.infer<typeof entryShape>;

const mailShape = z.object({ text: z.string(), date: z.string(), headers: z.object({ messageId: z.string() }) });
export type CaughtMail = z.infer<typeof mailShape>;

const receiverShape = z.object({
  messages: z.array(z.object({ id: z.nullable(z.string()), body: z.unknown() })),
  refused: z.array(z.string()),
});
/** The messages received by a webhook or Slack receiver, in order. */
export type ReceiverLog = z.infer<typeof receiverShape>;

const attributesShape = z.object({ Attributes: z.record(z.string(), z.coerce.number()) });

export interface MarketEvent {
  readonly type: string;
  readonly asin: string;
  readonly marketplace: string;
  readonly price?: number;
  readonly sellerId?: string;
  readonly fulfillable?: number;
  readonly quantity?: number;
}

/** Client of the sandbox's control API: triggers events and reads the ledger, mails and receivers. */
export interface BenchMarketplace {
  /** Returns the sellers that a new owner connects: all except the spare one. */
  sellers(): Promise<OfferingSeller[]>;
  triggerEvents(events: readonly MarketEvent[]): Promise<LedgerEntry[]>;
  ledgerAfter(id: number): Promise<LedgerEntry[]>;
  /** Advances the sandbox's clock and simulates the orders of that time. */
  advance(minutes: number): Promise<void>;
  mails(): Promise<CaughtMail[]>;
  clearMails(): Promise<void>;
  /** Creates a webhook or Slack receiver, which stores all messages posted to it. */
  openReceiver(kind: 'webhook' | 'slack'): Promise<{ readonly id: string; readonly url: string }>;
  /** Sets the signing secret of a receiver; messages without a valid signature are refused from then on. */
  giveSecret(id: string, secret: string): Promise<void>;
  posted(id: string): Promise<ReceiverLog>;
  /** Returns the number of undeleted notifications in the queue, including those in flight. */
  waitingNotifications(): Promise<number>;
}

export function benchMarketplace(url: string): BenchMarketplace {
  const read = (path: string) => ask(`${url}${path}`);
  return {
    sellers: async () => {
      const world = z.object({ sellers: z.array(sellerShape) }).parse(await read('/sandbox/world'));
      return world.sellers.filter((seller) => !seller.spare);
    },
    triggerEvents: async (events) => z.array(entryShape).parse(await ask(`${url}/sandbox/events`, jsonPost(events))),
    ledgerAfter: async (id) => z.array(entryShape).parse(await read(`/sandbox/ledger?after=${id}`)),
    advance: async (advanceMinutes) => void (await ask(`${url}/sandbox/clock`, jsonPost({ advanceMinutes }))),
    mails: async () => z.array(mailShape).parse(await read('/sandbox/mail')),
    clearMails: async () => void (await fetch(`${url}/sandbox/mail`, { method: 'DELETE' })),
    openReceiver: async (kind) =>
      z.object({ id: z.string(), url: z.string() }).parse(await ask(`${url}/sandbox/hooks`, jsonPost({ kind }))),
    giveSecret: async (id, secret) =>
      void (await fetch(`${url}/sandbox/hooks/${id}`, { ...jsonPost({ secret }), method: 'PUT' })),
    posted: async (id) => receiverShape.parse(await read(`/sandbox/hooks/${id}`)),
    waitingNotifications: async () => {
      const { Attributes } = attributesShape.parse(await ask(`${url}/sqs`, queueQuestion));
      const count = (name: string) => Attributes[name] ?? 0;
      return count('ApproximateNumberOfMessages') + count('ApproximateNumberOfMessagesNotVisible');
    },
  };
}

const jsonPost = (body: unknown): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

const queueQuestion: RequestInit = {
  method: 'POST',
  headers: {
    'content-type': 'application/x-amz-json-1.0',
    'x-amz-target': 'AmazonSQS.GetQueueAttributes',
    authorization: `AWS4-HMAC-SHA256 Credential=${sandboxCredentials.awsAccessKeyId}/`,
  },
  body: JSON.stringify({
    QueueUrl: notificationsQueue.name,
    AttributeNames: ['ApproximateNumberOfMessages', 'ApproximateNumberOfMessagesNotVisible'],
  }),
};

async function ask(url: string, init: RequestInit = {}): Promise<unknown> {
  const response = await fetch(url, init);
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${await response.text()}`);
  return response.json();
}
