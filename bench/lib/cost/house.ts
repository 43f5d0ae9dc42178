import { createLog } from '../../../server/src/lib/log.ts';
import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { openEmbeddedDatabase, type EmbeddedDatabase } from '../../../scripts/postgres/embedded-database.ts';
import { secretsOf } from '../../../scripts/secrets.ts';
import { readConfig } from '../../../server/src/config.ts';
import type { Context } from '../../../server/src/context.ts';
import { createPublicFetch } from '../../../server/src/external/http/public-fetch.ts';
import { createMarketplace } from '../../../server/src/external/marketplace/marketplace.ts';
import { createJudging } from '../../../server/src/features/judging/ingest.ts';
import type { Observation } from '../../../server/src/features/observing/recording/observation.ts';
import { createQuotaBuckets } from '../../../server/src/features/observing/quota/quota-buckets.ts';
import type { ObservingContext } from '../../../server/src/features/observing/worker-context.ts';
import { createSlots } from '../../../server/src/features/observing/quota/slots.ts';
import { rereadJob, type Reread } from '../../../server/src/features/observing/jobs.ts';
import type { Clock } from '../../../server/src/lib/clock.ts';
import { openDb } from '../../../server/src/lib/db/db.ts';
import { dbLimits } from '../../../server/src/lib/db/limits.ts';
import { systemRandom } from '../../../server/src/lib/random.ts';
import { parseEncryptionKeys } from '../../../server/src/lib/secrets.ts';
import { arn } from './answers.ts';
import { costMeter, type CostMeter } from './meter.ts';

/** The parts of a worker with a durable database of their own and a manual clock, without loops and queues. */
export interface CostHouse {
  readonly ctx: Context & ObservingContext;
  readonly clock: ManualClock;
  readonly database: EmbeddedDatabase;
  readonly meter: CostMeter;
  /** Number of observations by aspect, including those that changed nothing. */
  readonly looks: Map<string, number>;
  /** Removes and returns the pending rereads, which are listings that notifications have named. */
  takeRereads(): Reread[];
  /** Returns whether there were flips since the last call. */
  takeFlipped(): boolean;
  close(): Promise<void>;
}

interface ManualClock extends Clock {
  set(at: number): void;
}

function createManualClock(start: number): ManualClock {
  let nowMs = start;
  return {
    now: () => new Date(nowMs),
    set: (at) => void (nowMs = at),
    async pause(delayMs) {
      await setImmediate();
      nowMs += delayMs;
    },
  };
}

const keys = `k1:${Buffer.alloc(32, 7).toString('base64')}`;
const address = 'https://sellingpartner.example.com';

const environment = ({ database, encryptionKeys, hasPush }: PartsOptions): Record<string, string> => ({
  NODE_ENV: 'test',
  PUBLIC_URL: 'http://bench.test',
  DATABASE_URL: database.workerUrl,
  ENCRYPTION_KEYS: encryptionKeys,
  SP_API_URL_NA: address,
  LWA_TOKEN_URL: `${address}/token`,
  LWA_CLIENT_ID: 'bench',
  LWA_CLIENT_SECRET: 'bench',
  SP_API_APPLICATION_ID: 'bench',
  ...(hasPush && {
    SP_API_NOTIFICATIONS_URL: address,
    SP_API_NOTIFICATIONS_QUEUE: `${address}/queue`,
    SP_API_NOTIFICATIONS_QUEUE_ARN: arn,
  }),
});

interface HouseOptions {
  readonly start: number;
  readonly hasPush: boolean;
  /** Whether commits are durable; false only in tests. */
  readonly durable: boolean;
}

export async function openCostHouse({ durable, ...options }: HouseOptions): Promise<CostHouse> {
  const folder = mkdtempSync(join(tmpdir(), 'watchpost-bench-'));
  const database = await openEmbeddedDatabase({ dataFolder: folder, secrets: secretsOf(folder), durable });
  const house = openWorkerParts({ ...options, database, encryptionKeys: keys });
  return {
    ...house,
    async close() {
      await house.close();
      await database.postgres?.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

interface PartsOptions extends Omit<HouseOptions, 'durable'> {
  readonly database: EmbeddedDatabase;
  readonly encryptionKeys: string;
}

/** Opens the parts of a worker on a database that the caller opens and closes. */
export function openWorkerParts(options: PartsOptions): CostHouse {
  const { start, database, encryptionKeys } = options;
  const db = openDb({
    url: database.workerUrl,
    maxConnections: 4,
    limits: dbLimits.worker,
    onIdleError: () => undefined,
  });
  const meter = costMeter(database.postgres?.pid ?? 0);
  const clock = createManualClock(start);
  const config = readConfig(environment(options));
  if (!config.marketplace) throw new Error('A marketplace is configured');
  const buckets = createQuotaBuckets({ db: db.global, clock, speedup: 1 });
  const base = {
    config,
    db,
    clock,
    random: systemRandom,
    log: createLog('warn'),
    keys: parseEncryptionKeys(encryptionKeys),
    marketplace: createMarketplace({ config: config.marketplace, clock, random: systemRandom, buckets }),
    advertising: null,
    pages: null,
    mailer: { send: () => Promise.resolve(), close: () => undefined },
    push: null,
    payments: null,
    google: null,
    publicFetch: createPublicFetch({ allowsPrivate: true }),
    // Loading pictures is not part of this measurement.
    pictures: { load: () => Promise.resolve(new Map()) },
  };
  const rereads: Reread[] = [];
  const looks = new Map<string, number>();
  let hasFlipped = false;
  const judging = createJudging(base);
  const counting = {
    ...judging,
    async ingest(tenantId: string, observations: readonly Observation[]) {
      for (const { aspect } of observations) looks.set(aspect, (looks.get(aspect) ?? 0) + 1);
      const result = await judging.ingest(tenantId, observations);
      hasFlipped ||= result.flips > 0;
      return result;
    },
  };
  const queue: ObservingContext['queue'] = {
    send(job, payloads) {
      if (job.name === rereadJob.name) rereads.push(...payloads.map((payload) => rereadJob.payload.parse(payload)));
      return Promise.resolve();
    },
  };
  return {
    ctx: { ...base, judging: counting, queue, slots: createSlots(1, 0) },
    clock,
    database,
    meter,
    looks,
    takeRereads: () => rereads.splice(0),
    takeFlipped() {
      const flipped = hasFlipped;
      hasFlipped = false;
      return flipped;
    },
    close: () => db.close(),
  };
}
