import { sql } from 'kysely';
import type { BucketKey } from '../../../external/marketplace/calls/buckets.ts';
import type { Executor } from '../../../lib/db/db.ts';

/** The smallest share of its rate to which a bucket is slowed down. */
const leastFactor = 1 / 16;

export interface TokenRequest {
  readonly key: BucketKey;
  readonly now: Date;
  readonly cost: number;
  readonly recovery: number;
  /** Seconds that the caller is willing to wait. */
  readonly patience: number;
}

export interface TokenAnswer {
  readonly granted: boolean;
  readonly waitSeconds: number;
}

/**
 * Takes a token. The count may fall below zero by the share of a call that exceeds one token, and by tokens that
 * callers wait for. `null` if the bucket does not exist yet.
 */
export async function takeToken(
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

interface BucketRate {
  readonly rate: number;
  readonly burst: number;
}

/** Inserts a full bucket, or does nothing if there is one. */
export async function insertBucket(
  db: Executor,
  key: BucketKey,
  { rate, burst, now }: BucketRate & { readonly now: Date },
): Promise<void> {
  await sql`
    insert into quota_buckets (selling_partner_id, region, operation, tokens, rate, burst, refilled_at)
    values (
      ${key.sellingPartnerId}, ${key.region}, ${key.operation},
      ${burst}, ${rate}, ${burst}, ${now}
    )
        on conflict do nothing`.execute(db);
}

/** Stores the rate and the burst of a bucket, unless the stored rate is within the tolerance. */
export async function setRate(
  db: Executor,
  key: BucketKey,
  { rate, burst, tolerance }: BucketRate & { readonly tolerance: number },
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

/** Empties a bucket and halves its rate, after an answer that says that requests came too fast. */
export async function emptyBucket(db: Executor, key: BucketKey, now: Date): Promise<void> {
  await sql`
    update quota_buckets
       set tokens = least(tokens, 0),
           factor = greatest(factor / 2, ${leastFactor}::float8),
           refilled_at = greatest(refilled_at, ${now}::timestamptz)
     where selling_partner_id = ${key.sellingPartnerId}
       and region = ${key.region}
       and operation = ${key.operation}`.execute(db);
}

/** Deletes buckets that were not used since an instant, such as those of deleted seller accounts. */
export async function forgetIdleBuckets(db: Executor, before: Date): Promise<void> {
  await sql`delete from quota_buckets where refilled_at < ${before}`.execute(db);
}
