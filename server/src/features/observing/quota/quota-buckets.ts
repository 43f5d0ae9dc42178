import type { Buckets, Share } from '../../../external/marketplace/calls/buckets.ts';
import { documentedRates, type Operation } from '../../../external/marketplace/rates.ts';
import type { Clock } from '../../../lib/clock.ts';
import type { Executor } from '../../../lib/db/db.ts';
import {
  emptyBucket,
  insertBucket,
  setRate,
  takeToken,
  type TokenAnswer,
  type TokenRequest,
} from './bucket-queries.ts';

/**
 * The tokens that one call costs. Steady work is planned for 70 % of the rate, which leaves room for retries and for
 * requests of people. A backlog may use 99 %; the rest allows for clocks that differ.
 */
const costs: Readonly<Record<Share, number>> = { steady: 1 / 0.7, backlog: 1 / 0.99 };
/** A halved rate is restored after this time without another 429. */
const recoverySeconds = 600;
/** Announced rates within this share of ours count as equal, since they are rounded. */
const tolerance = 0.01;

interface BucketOptions {
  readonly db: Executor;
  readonly clock: Clock;
  /** Multiplies the documented rates, just as it divides the check periods. */
  readonly speedup: number;
}

/**
 * Creates token buckets in the database: one row per selling partner, region and operation, one statement per token.
 */
export function createQuotaBuckets({ db, clock, speedup }: BucketOptions): Buckets {
  const learned = new Map<string, number>();
  const recovery = recoverySeconds / speedup;

  return {
    async take(key, share, patienceMs = 0) {
      const now = clock.now();
      const question = { key, now, cost: costs[share], recovery, patience: patienceMs / 1000 };
      const taken = (await takeToken(db, question)) ?? (await createAndTake(db, question, speedup));
      const waitMs = Math.ceil(taken.waitSeconds * 1000);
      return taken.granted ? { granted: 1, waitMs } : { granted: 0, retryAt: new Date(now.getTime() + waitMs) };
    },
    async learn(key, rate) {
      const name = `${key.sellingPartnerId} ${key.region} ${key.operation}`;
      const known = learned.get(name) ?? 0;
      if (Math.abs(known - rate) <= known * tolerance) return;
      await setRate(db, key, { rate, burst: burstAt(key.operation, rate, speedup), tolerance });
      learned.set(name, rate);
    },
    throttled: (key) => emptyBucket(db, key, clock.now()),
  };
}

async function createAndTake(db: Executor, question: TokenRequest, speedup: number): Promise<TokenAnswer> {
  const { key, now } = question;
  const { rate, burst } = documentedRates[key.operation];
  await insertBucket(db, key, { rate: rate * speedup, burst: burst * speedup, now });
  return (await takeToken(db, question)) ?? { granted: false, waitSeconds: 1 };
}

/** The burst at this rate. It is reduced in proportion if Amazon announces a lower rate than the documented one. */
function burstAt(operation: Operation, rate: number, speedup: number): number {
  const documented = documentedRates[operation];
  return Math.max(1, documented.burst * Math.min(speedup, rate / documented.rate));
}
