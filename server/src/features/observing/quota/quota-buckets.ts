import { sql } from 'kysely';
import type { BucketKey, Buckets, Share } from '../../../external/marketplace/calls/buckets.ts';
import { documentedRates, type Operation } from '../../../external/marketplace/rates.ts';
import type { Clock } from '../../../lib/clock.ts';
import type { Executor } from '../../../lib/db/db.ts';

/**
 * The tokens that one call costs. Steady work is planned for 70 % of the rate, which leaves room for retries and for
 * requests of people. A backlog may use 99 %; the rest allows for clocks that differ.
 */
const costs: Readonly<Record<Share, number>> = { steady: 1 / 0.7, backlog: 1 / 0.99 };
/** A halved rate is restored after this time without another 429. */
const recoverySeconds = 600;
const leastFactor = 1 / 16;
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
      await learnRate(db, key, { rate, burst: burstAt(key.operation, rate, speedup) });
      learned.set(name, rate);
    },
    throttled: (key) => emptyBucket(db, key, clock.now()),
  };
}

interface TokenRequest {
  readonly key: BucketKey;
  readonly now: Date;
  readonly cost: number;
  readonly recovery: number;
  /** Seconds that the caller is willing to wait. */
  readonly patience: number;
}

interface TokenAnswer {
  readonly granted: boolean;
  readonly waitSeconds: number;
}

/**
 * Takes a token. The count may fall below zero by the share of a call that exceeds one token, and by tokens that
 * callers wait for. `null` if the bucket does not exist yet.
 */
async function takeToken(
  db: Executor,
  { key, now, cost, recovery, patience }: TokenRequest,
): Promise<TokenAnswer | null> {
  const { rows } = await sql<TokenAnswer>`
    /* prepared */
    with locked as (
      select b.tokens, b.rate, b.burst, b.factor,
             greatest(0, extract(epoch from ${now}::timestamptz - b.refilled_at)) as elapsed
        from quota_buckets b
       where b.selling_partner_id = ${key.sellingPartnerId}
         and b.region = ${key.region}
         and b.operation = ${key.operation}
         for update
    ),
    refilled as (
      select least(l.burst, l.tokens + l.elapsed * l.rate * l.factor) as tokens,
             least(1, l.factor + l.elapsed / ${recovery}::float8) as factor,
             l.rate
        from locked l
    ),
    awaited as (
      select r.tokens, r.factor, greatest(0, 1 - r.tokens) / (r.rate * r.factor) as wait
        from refilled r
    )
    update quota_buckets b
       set tokens = case when a.wait <= ${patience}::float8 then a.tokens - ${cost}::float8 else a.tokens end,
           factor = a.factor,
           refilled_at = greatest(b.refilled_at, ${now}::timestamptz)
      from awaited a
     where b.selling_partner_id = ${key.sellingPartnerId}
       and b.region = ${key.region}
       and b.operation = ${key.operation}
    returning a.wait <= ${patience}::float8 as granted, a.wait as "waitSeconds"`.execute(db);
  return rows[0] ?? null;
}

async function createAndTake(db: Executor, question: TokenRequest, speedup: number): Promise<TokenAnswer> {
  const { key, now } = question;
  const { rate, burst } = documentedRates[key.operation];
  await sql`
    insert into quota_buckets (selling_partner_id, region, operation, tokens, rate, burst, refilled_at)
    values (
      ${key.sellingPartnerId}, ${key.region}, ${key.operation},
      ${burst * speedup}, ${rate * speedup}, ${burst * speedup}, ${now}
    )
        on conflict do nothing`.execute(db);
  return (await takeToken(db, question)) ?? { granted: false, waitSeconds: 1 };
}

/** The burst at this rate. It is reduced in proportion if Amazon announces a lower rate than the documented one. */
function burstAt(operation: Operation, rate: number, speedup: number): number {
  const documented = documentedRates[operation];
  return Math.max(1, documented.burst * Math.min(speedup, rate / documented.rate));
}

async function learnRate(
  db: Executor,
  key: BucketKey,
  { rate, burst }: { readonly rate: number; readonly burst: number },
): Promise<void> {
  await sql`
    update quota_buckets
       set rate = ${rate},
           burst = ${burst}
     where selling_partner_id = ${key.sellingPartnerId}
       and region = ${key.region}
       and operation = ${key.operation}
       and abs(rate - ${rate}::float8) > rate * ${tolerance}::float8`.execute(db);
}

async function emptyBucket(db: Executor, key: BucketKey, now: Date): Promise<void> {
  await sql`
    update quota_buckets
       set tokens = least(tokens, 0),
           factor = greatest(factor / 2, ${leastFactor}::float8),
           refilled_at = greatest(refilled_at, ${now}::timestamptz)
     where selling_partner_id = ${key.sellingPartnerId}
       and region = ${key.region}
       and operation = ${key.operation}`.execute(db);
}
