import { sql } from 'kysely';
import type { DigestStep } from '@app/shared/domain/digest-clock.ts';
import type { Recipient } from '@app/shared/watchdogs/model/recipients.ts';
import type { Executor, Tx } from '../../../../lib/db/db.ts';
import { recipientColumns } from '../../../accounts/recipient-queries.ts';
import { clockColumns, type ClockRow } from '../address-clock.ts';

export interface DueAddress extends ClockRow {
  readonly tenantId: string;
  readonly emailAddressId: string;
  readonly hour: number;
  /** By what its digests go; `null` when it gets none any more. */
  readonly digestClock: string | null;
  readonly reckonedBy: string | null;
  /** The latest local day that is settled. */
  readonly lastDay: string | null;
}

/** Addresses of all tenants that are due their digest, and those whose clock is another than the reckoned one. */
export async function findDueAddresses(db: Executor, limits: { now: Date; most: number }): Promise<DueAddress[]> {
  const { rows } = await sql<DueAddress>`
    select e.tenant_id as "tenantId",
           e.email_address_id as "emailAddressId",
           e.digest_email_hour as hour,
           e.digest_clock as "digestClock",
           e.digest_reckoned_by as "reckonedBy",
           e.digest_last_day as "lastDay",
           ${clockColumns}
      from email_addresses e
     where e.digest_due_at <= ${limits.now}
        or e.digest_clock is distinct from e.digest_reckoned_by
     limit ${limits.most}`.execute(db);
  return rows;
}

export interface Settled {
  readonly address: DueAddress;
  /** `null`: it gets no digests. */
  readonly step: DigestStep | null;
  readonly messageId: string;
}

/**
 * Writes what is owed and when to look again, in one statement: killed at any instant, all of it stands or none. What
 * another process has settled meanwhile is left as it is.
 */
export async function settle(db: Executor, settled: readonly Settled[], now: Date): Promise<void> {
  await sql`
    with reckoned as (
      select *
        from unnest(
               ${settled.map(({ address }) => address.tenantId)}::uuid[],
               ${settled.map(({ address }) => address.emailAddressId)}::bigint[],
               ${settled.map(({ address }) => address.digestClock)}::text[],
               ${settled.map(({ address }) => address.lastDay)}::date[],
               ${settled.map(({ step }) => step?.owed ?? null)}::date[],
               ${settled.map(({ step }) => step?.lastDay ?? null)}::date[],
               ${settled.map(({ step }) => step?.nextAt ?? null)}::timestamptz[],
               ${settled.map(({ messageId }) => messageId)}::text[]
             ) as r (tenant_id, email_address_id, clock, was_day, owed, last_day, due_at, message_id)
    ),
    settled as (
      update email_addresses as e
         set digest_reckoned_by = r.clock,
             digest_last_day = r.last_day,
             digest_due_at = r.due_at
        from reckoned r
       where e.tenant_id = r.tenant_id
         and e.email_address_id = r.email_address_id
         and e.digest_clock is not distinct from r.clock
         and e.digest_last_day is not distinct from r.was_day
      returning r.tenant_id, r.email_address_id, r.owed, r.message_id
    )
    insert into digests (tenant_id, email_address_id, local_day, state, message_id, next_attempt_at, created_at)
    select s.tenant_id, s.email_address_id, s.owed, 'pending', s.message_id, ${now}, ${now}
      from settled s
     where s.owed is not null
        on conflict do nothing`.execute(db);
}

export interface DigestKey {
  readonly tenantId: string;
  readonly emailAddressId: string;
  readonly localDay: string;
}

export async function findDueDigests(db: Executor, limits: { now: Date; most: number }): Promise<DigestKey[]> {
  const { rows } = await sql<DigestKey>`
    select d.tenant_id as "tenantId", d.email_address_id as "emailAddressId", d.local_day as "localDay"
      from digests d
     where d.state = 'pending'
       and d.next_attempt_at <= ${limits.now}
     order by d.next_attempt_at
     limit ${limits.most}`.execute(db);
  return rows;
}

export interface LockedDigest extends ClockRow, Recipient {
  readonly email: string;
  readonly messageId: string;
  readonly attempts: number;
  readonly hour: number;
  readonly isSubscribed: boolean;
  /** Seller accounts that are being deleted. */
  readonly goneSellerAccountIds: readonly string[];
  /** There is one of a later day already. */
  readonly isOvertaken: boolean;
  /** Of the one before. */
  readonly previousAt: Date | null;
}

/** `null` when another process is sending it or has sent it. */
export async function lockDigest(tx: Tx, key: DigestKey): Promise<LockedDigest | null> {
  const { rows } = await sql<LockedDigest>`
    select e.email, ${recipientColumns}, ${clockColumns},
           e.digest_email_hour as hour,
           e.subscribed_to_daily_digest as "isSubscribed",
           array(select s.seller_account_id::text from seller_accounts s
                  where s.tenant_id = d.tenant_id and s.deleted_at is not null) as "goneSellerAccountIds",
           d.message_id as "messageId",
           d.attempts,
           (select max(o.local_day) from digests o
             where o.tenant_id = d.tenant_id and o.email_address_id = d.email_address_id) > d.local_day as "isOvertaken",
           (select max(o.created_at) from digests o
             where o.tenant_id = d.tenant_id and o.email_address_id = d.email_address_id
               and o.local_day < d.local_day) as "previousAt"
      from digests d
      join email_addresses e
        on e.tenant_id = d.tenant_id
       and e.email_address_id = d.email_address_id
     where d.tenant_id = ${key.tenantId}
       and d.email_address_id = ${key.emailAddressId}
       and d.local_day = ${key.localDay}::date
       and d.state = 'pending'
       for update of d skip locked`.execute(tx);
  return rows[0] ?? null;
}

export interface Outcome {
  readonly state: 'sent' | 'pending' | 'failed';
  readonly error: string | null;
  readonly nextAttemptAt: Date;
  readonly now: Date;
}

export async function markDigest(tx: Tx, key: DigestKey, { state, error, nextAttemptAt, now }: Outcome): Promise<void> {
  await sql`
    update digests
       set state = ${state},
           attempts = attempts + 1,
           last_error = ${error},
           next_attempt_at = ${nextAttemptAt},
           sent_at = ${state === 'sent' ? now : null}
     where tenant_id = ${key.tenantId}
       and email_address_id = ${key.emailAddressId}
       and local_day = ${key.localDay}::date`.execute(tx);
}

/** As long as the log of deliveries. */
export async function forgetDigests(db: Executor, before: Date): Promise<void> {
  await sql`
    delete from digests
     where state <> 'pending'
       and created_at < ${before}`.execute(db);
}
