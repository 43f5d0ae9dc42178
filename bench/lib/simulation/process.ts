import { sql } from 'kysely';
import { notificationsQueue, sandboxCredentials } from '../../../sandbox/src/environment.ts';
import { readConfig } from '../../../server/src/config.ts';
import type { Context } from '../../../server/src/context.ts';
import { createPublicFetch } from '../../../server/src/external/http/public-fetch.ts';
import { createMarketplace } from '../../../server/src/external/marketplace/marketplace.ts';
import type { NotificationQueue, QueueMessage } from '../../../server/src/external/marketplace/notification-queue.ts';
import { makeUpAlertMails } from '../../../server/src/features/delivering/composing/alert/mail/make-up-mails.ts';
import { makeUpDigests } from '../../../server/src/features/delivering/composing/digest/make-up-digests.ts';
import { openSenders } from '../../../server/src/features/delivering/open-senders.ts';
import { createOutbox } from '../../../server/src/features/delivering/outbox/outbox.ts';
import type { Sender } from '../../../server/src/features/delivering/outbox/sender.ts';
import { releaseHeld } from '../../../server/src/features/delivering/holding/release-held.ts';
import { endMutes, judgeDue } from '../../../server/src/features/judging/due.ts';
import { createJudging } from '../../../server/src/features/judging/ingest.ts';
import { rereadJob, type Reread } from '../../../server/src/features/observing/jobs.ts';
import { consumeOnce } from '../../../server/src/features/observing/push/consume.ts';
import { reread } from '../../../server/src/features/observing/push/reread.ts';
import type { ObservingContext } from '../../../server/src/features/observing/worker-context.ts';
import { createQuotaBuckets } from '../../../server/src/features/observing/quota/quota-buckets.ts';
import { createSlots } from '../../../server/src/features/observing/quota/slots.ts';
import { runDue } from '../../../server/src/features/observing/sweeping/running/run-due.ts';
import { findDueSweeps, type SweepKey } from '../../../server/src/features/observing/sweeping/sweep-queries.ts';
import { forgetOldRows } from '../../../server/src/forget-old-rows.ts';
import type { Db } from '../../../server/src/lib/db/db.ts';
import { createLog } from '../../../server/src/lib/log.ts';
import type { Mail } from '../../../server/src/lib/mail/mailer.ts';
import type { Random } from '../../../server/src/lib/random.ts';
import { parseEncryptionKeys } from '../../../server/src/lib/secrets.ts';
import { fatedDb, type Fate } from './fate.ts';
import { marketUrl, type Market } from './market.ts';
import type { VirtualClock } from './virtual-clock.ts';

type WorkerContext = Context & ObservingContext;

/**
 * The state of one worker process, which a kill loses. Pending rereads are not part of it, because in production they
 * are jobs in the database.
 */
export interface WorkerProcess {
  readonly ctx: WorkerContext;
  readonly senders: readonly Sender[];
  readonly notifications: NotificationQueue;
}

export interface PendingReread {
  readonly reread: Reread;
  /** The instant, in milliseconds, before which it does not run. */
  readonly startsAt: number;
}

export interface Surroundings {
  readonly db: Db;
  readonly clock: VirtualClock;
  readonly random: Random;
  readonly market: Market;
  readonly fate: Fate;
  readonly speedup: number;
  /** Called for each mail that the mail server has accepted. */
  takeMail(mail: Mail): void;
  /** The pending rereads, which survive a kill. */
  readonly rereads: PendingReread[];
}

const encryptionKeys = `k1:${Buffer.alloc(32, 7).toString('base64')}`;

const configOf = (checkSpeedup: number) => ({
  ...readConfig({
    NODE_ENV: 'test',
    PUBLIC_URL: 'http://watchpost.test',
    DATABASE_URL: 'postgres://simulation',
    ENCRYPTION_KEYS: encryptionKeys,
    SMTP_URL: 'smtp://mail.test',
    SP_API_URL_NA: `${marketUrl}/sp-api-na`,
    LWA_TOKEN_URL: `${marketUrl}/auth/o2/token`,
    LWA_CLIENT_ID: sandboxCredentials.clientId,
    LWA_CLIENT_SECRET: sandboxCredentials.clientSecret,
    SP_API_APPLICATION_ID: sandboxCredentials.applicationId,
    SP_API_NOTIFICATIONS_URL: `${marketUrl}/sqs`,
    SP_API_NOTIFICATIONS_QUEUE: `${marketUrl}/sqs/${notificationsQueue.account}/${notificationsQueue.name}`,
    SP_API_NOTIFICATIONS_QUEUE_ARN: notificationsQueue.arn,
    AWS_REGION: sandboxCredentials.awsRegion,
    AWS_ACCESS_KEY_ID: sandboxCredentials.awsAccessKeyId,
    AWS_SECRET_ACCESS_KEY: sandboxCredentials.awsSecretAccessKey,
  }),
  checkSpeedup,
});

export function startProcess(around: Surroundings): WorkerProcess {
  const { clock, random, market, fate, rereads } = around;
  const config = configOf(around.speedup);
  const { marketplace: marketConfig } = config;
  if (!marketConfig) throw new Error('A marketplace is configured');
  const db = fatedDb(around.db, fate);
  const buckets = createQuotaBuckets({ db: db.global, clock, speedup: 1 });
  const base = {
    config,
    db,
    clock,
    random,
    log: createLog(process.env['SIMULATION_LOG'] ?? 'silent'),
    keys: parseEncryptionKeys(encryptionKeys),
    marketplace: createMarketplace({ config: marketConfig, clock, random, buckets }),
    advertising: null,
    pages: null,
    mailer: {
      send: async (mail: Mail) => fate.mail(() => around.takeMail(mail)),
      close: () => undefined,
    },
    push: null,
    payments: null,
    google: null,
    publicFetch: createPublicFetch({ allowsPrivate: true }),
    pictures: { load: () => Promise.resolve(new Map()) },
  };
  const queue: ObservingContext['queue'] = {
    send(job, payloads, { startAfter } = {}) {
      if (job.name === rereadJob.name) {
        const startsAt = startAfter?.getTime() ?? 0;
        rereads.push(...payloads.map((payload) => ({ reread: rereadJob.payload.parse(payload), startsAt })));
      }
      return Promise.resolve();
    },
  };
  const ctx = { ...base, judging: createJudging(base), queue, slots: createSlots(1, 0) };
  const oneAtATime = openSenders(ctx).map((sender) => ({
    ...sender,
    limits: { ...sender.limits, atOnce: 1, perTenant: 1 },
  }));
  return { ctx, senders: oneAtATime, notifications: queueOf(market, fate) };
}

/**
 * Returns a client of the queue that takes one message at a time, because the order in which several messages are
 * handled is not determined.
 */
function queueOf({ queue }: Market, fate: Fate): NotificationQueue {
  const visibilitySeconds = 10;
  const kept: QueueMessage[] = [];
  return {
    async receive() {
      const again = kept.shift();
      if (again) return [again];
      return queue.receive({ max: 1, visibilitySeconds }).map(({ id, body, receiptHandle, receiveCount }) => ({
        id,
        body,
        receipt: receiptHandle,
        deliveries: receiveCount,
      }));
    },
    async remove({ receipt }) {
      fate.waitForQueue();
      queue.remove(receipt);
    },
    async hide({ receipt }, seconds) {
      queue.changeVisibility(receipt, seconds);
    },
    keep(message) {
      kept.push(message);
    },
    async send(body) {
      queue.send(body);
    },
    countDeadLetters: () => Promise.resolve(queue.deadLetters?.counts().visible ?? 0),
    redrive: () => Promise.resolve(null),
    close: () => undefined,
  };
}

const { signal } = new AbortController();

/** One kind of work of a worker. `run` does the part of it that is due. */
export interface Work {
  readonly name: string;
  run(worker: WorkerProcess): Promise<unknown>;
}

export const sweepWork = (key: SweepKey): Work => ({
  name: `sweep ${key.source}`,
  run: ({ ctx }) => runDue(ctx, key, signal),
});

export const findSweeps = (db: Db, now: Date): Promise<readonly SweepKey[]> =>
  findDueSweeps(db.global, now, { most: 50 });

export const pushWork: Work = {
  name: 'push',
  run: ({ ctx, notifications }) => consumeOnce(ctx, notifications, signal),
};

export const rereadWork = (rereads: readonly Reread[]): Work => ({
  name: 'reread',
  run: ({ ctx }) => reread(ctx, rereads, signal),
});

export const chores = {
  judge: { name: 'judge due items', run: ({ ctx }) => judgeDue(ctx) },
  mutes: { name: 'end mutes', run: ({ ctx }) => endMutes(ctx) },
  holds: { name: 'release held messages', run: ({ ctx }) => releaseHeld(ctx) },
  mails: { name: 'make up mails', run: ({ ctx }) => makeUpAlertMails(ctx) },
  digests: { name: 'make up digests', run: ({ ctx }) => makeUpDigests(ctx) },
  outbox: { name: 'send messages', run: ({ ctx, senders }) => createOutbox(ctx, senders).drain() },
  forget: { name: 'forget old rows', run: ({ ctx }) => forgetOldRows(ctx) },
} satisfies Record<string, Work>;

export interface Alarms {
  readonly judge: Date | null;
  readonly mutes: Date | null;
  readonly holds: Date | null;
  readonly mails: Date | null;
  readonly digests: Date | null;
  readonly outbox: Date | null;
  readonly sweeps: Date | null;
}

/** Returns the next instant at which each kind of work is due, as far as the database knows it. */
export async function findAlarms(db: Db): Promise<Alarms> {
  const { rows } = await sql<Alarms>`
    /* prepared */
    select (select min(i.again_at) from items i) as judge,
           (select min(i.muted_until) from items i) as mutes,
           (select min(d.next_attempt_at) from deliveries d where d.state = 'held') as holds,
           (select min(d.next_attempt_at) from deliveries d
             where d.state = 'pending' and d.message_id is null) as mails,
           (select min(case when e.digest_clock is distinct from e.digest_reckoned_by then 'epoch'::timestamptz
                            else e.digest_due_at end) from email_addresses e) as digests,
           (select min(m.due_at) from messages m where m.state in ('waiting', 'claimed')) as outbox,
           (select min(s.due_at) from sweeps s) as sweeps`.execute(db.global);
  const [alarms] = rows;
  if (!alarms) throw new Error('There is always a row');
  return alarms;
}
