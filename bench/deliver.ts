import { withClient } from '../scripts/postgres/database.ts';
import { newVapidKeys } from '../scripts/secrets.ts';
import { withTemporaryDatabase } from '../scripts/postgres/temporary-database.ts';
import { waitUntil } from '../scripts/processes/wait-until.ts';
import { readConfig } from '../server/src/config.ts';
import { createLog } from '../server/src/lib/log.ts';
import { parseEncryptionKeys } from '../server/src/lib/secrets.ts';
import { runWorker } from '../server/src/run-worker.ts';
import type { ReceivedMessage } from './lib/deliver/mail-server-thread.ts';
import { httpReceiver, slowMailServer, type Receiver } from './lib/deliver/receivers.ts';
import { seedBrowser, seedDeliveries, seedWebhook, type DeliverySizes } from './lib/deliver/seed-deliveries.ts';
import { say } from './lib/figures.ts';

interface DeliverOptions extends DeliverySizes {
  /** Number of connections to the mail server. */
  readonly connections: number;
  /** Milliseconds that the mail server takes for each mail. */
  readonly latencyMs: number;
  readonly say: (line: string) => void;
}

interface DeliveryRun {
  /** Mails per second, divided by the most that the mail server allows: connections ÷ latency. */
  readonly ratio: number;
  /** Number of mails that arrived more than once. */
  readonly doubled: number;
  /** Number of mails that never arrived. */
  readonly missing: number;
  /** Messages received by the webhook and the push service that answer, and the seconds until the last one. */
  readonly answering: readonly { readonly messages: number; readonly seconds: number }[];
  /** Number of attempts at the webhook and the push service that never answer. */
  readonly silentTries: readonly number[];
}

const withinMs = 900_000;

if (import.meta.main) {
  const sizes = { tenants: 2000, digests: 10_000, instantMails: 5000, alertsPerTarget: 200 };
  const { ratio, missing, doubled } = await benchDeliver({ ...sizes, connections: 10, latencyMs: 100, say });
  if (ratio < 0.8 || missing > 0 || doubled > 0) process.exitCode = 1;
}

/** Measures how fast one worker sends digests and instant mails while a webhook and a push service never answer. */
export async function benchDeliver(options: DeliverOptions): Promise<DeliveryRun> {
  const mails = await slowMailServer(options.latencyMs);
  const answering = [await httpReceiver({ isSilent: false }), await httpReceiver({ isSilent: false })] as const;
  const silent = [await httpReceiver({ isSilent: true }), await httpReceiver({ isSilent: true })] as const;
  try {
    return await withTemporaryDatabase(async ({ workerUrl }) => {
      const encryptionKeys = `bench:${Buffer.alloc(32, 7).toString('base64')}`;
      const keys = parseEncryptionKeys(encryptionKeys);
      await withClient(workerUrl, async (client) => {
        await seedDeliveries(client, options);
        for (const [webhook, browser] of [silent, answering]) {
          const alerts = options.alertsPerTarget;
          await seedWebhook(client, keys, { url: webhook.url, alerts });
          await seedBrowser(client, keys, { url: browser.url, alerts });
        }
        await client.query('analyze');
      });
      const vapid = newVapidKeys();
      const config = readConfig({
        DATABASE_URL: workerUrl,
        DATABASE_WORKER_URL: workerUrl,
        ENCRYPTION_KEYS: encryptionKeys,
        SMTP_URL: mails.url,
        SMTP_CONNECTIONS: String(options.connections),
        VAPID_PUBLIC_KEY: vapid.publicKey,
        VAPID_PRIVATE_KEY: vapid.privateKey,
        VAPID_SUBJECT: 'mailto:bench@watchpost.test',
        ALLOW_PRIVATE_ADDRESSES: 'yes',
      });
      return measure(options, { config, mails, answering, silent });
    });
  } finally {
    await Promise.all([mails, ...answering, ...silent].map((receiver) => receiver.close()));
  }
}

interface Bench {
  readonly config: ReturnType<typeof readConfig>;
  readonly mails: Receiver;
  readonly answering: readonly Receiver[];
  readonly silent: readonly Receiver[];
}

async function measure(options: DeliverOptions, { config, mails, answering, silent }: Bench): Promise<DeliveryRun> {
  const owed = options.digests + options.instantMails;
  const began = performance.timeOrigin + performance.now();
  const worker = await runWorker(config, createLog('silent'));
  try {
    await waitUntil('all mails received', withinMs, async () => mails.received.length >= owed);
    await waitUntil('a message at each answering receiver', withinMs, async () =>
      answering.every(({ received }) => received.length > 0),
    );
  } finally {
    for (const receiver of silent) await receiver.close();
    await worker.stop();
  }
  const secondsUntilLast = (messages: readonly ReceivedMessage[]): number =>
    ((messages.at(-1)?.atMs ?? NaN) - began) / 1000;
  const seconds = secondsUntilLast(mails.received);
  const allowed = options.connections / (options.latencyMs / 1000);
  const distinct = new Set(mails.received.map(({ id }) => id)).size;
  const result = {
    ratio: owed / seconds / allowed,
    doubled: mails.received.length - distinct,
    missing: owed - distinct,
    answering: answering.map(({ received }) => ({ messages: received.length, seconds: secondsUntilLast(received) })),
    silentTries: silent.map(({ received }) => received.length),
  };
  report(options, { ...result, seconds, allowed });
  return result;
}

function report(
  { digests, instantMails, tenants, say: print }: DeliverOptions,
  {
    seconds,
    allowed,
    doubled,
    missing,
    answering,
    silentTries,
    ratio,
  }: DeliveryRun & {
    readonly seconds: number;
    readonly allowed: number;
  },
): void {
  const [webhook, push] = answering;
  print(
    `${digests} digests and ${instantMails} instant mails of ${tenants} tenants in ${seconds.toFixed(1)} s: ` +
      `${((digests + instantMails) / seconds).toFixed(0)} a second of ${allowed.toFixed(0)}, ${missing} missing, ${doubled} doubled`,
  );
  print(
    `meanwhile a webhook received ${webhook?.messages} messages within ${webhook?.seconds.toFixed(1)} s and a browser ` +
      `${push?.messages} within ${push?.seconds.toFixed(1)} s; a silent webhook was tried ${silentTries[0]} times, a silent push service ${silentTries[1]} times`,
  );
  print(`bench:deliver: ${ratio.toFixed(2)} × connections ÷ latency (goal 0.8)`);
}
