import { sql } from 'kysely';
import { mail as mailTransport } from '@app/shared/transports/mail.ts';
import type { DigestStep } from '@app/shared/domain/clock/digest-clock.ts';
import type { Recipient } from '@app/shared/watchdogs/model/recipients.ts';
import { json, type Executor, type Tx } from '../../../../lib/db/db.ts';
import { recipientColumns } from '../../../accounts/recipients/recipient-queries.ts';
import { ofOne } from '../../../../lib/db/of-one.ts';
import { clockColumns, type ClockRow } from '../address-clock-queries.ts';

export interface DueAddress extends ClockRow {
  readonly tenantId: string;
  readonly emailAddressId: string;
  readonly hour: number;
  /** The settings that determine when the digests of the address are due; `null` if the address no longer gets any. */
  readonly digestClock: string | null;
  readonly reckonedBy: string | null;
  /** The latest local day whose digest is settled. */
  readonly lastDay: string | null;
  /** Whether a digest of that day exists. */
  readonly hadDigest: boolean;
}

/**
 * Returns the addresses of all tenants whose digest is due or whose clock differs from the one used for its due time.
 * The addresses of a tenant follow each other, so that their digests are made up at one instant and share their content.
 */
export async function findDueAddresses(db: Executor, limits: { now: Date; most: number }): Promise<DueAddress[]> {
  const { rows } = await sql<DueAddress>`
    select e.tenant_id as "tenantId",
           e.email_address_id as "emailAddressId",
           e.digest_email_hour as hour,
           e.digest_clock as "digestClock",
           e.digest_reckoned_by as "reckonedBy",
           e.digest_last_day as "lastDay",
           exists (select 1
                     from messages o
                    where o.tenant_id = e.tenant_id
                      and o.email_address_id = e.email_address_id
                      and o.local_day = e.digest_last_day) as "hadDigest",
           ${clockColumns(sql`e.tenant_id`)}
      from email_addresses e
     where e.digest_due_at <= ${limits.now}
        or e.digest_clock is distinct from e.digest_reckoned_by
     order by e.tenant_id
     limit ${limits.most}`.execute(db);
  return rows;
}

interface DigestSettlement {
  readonly tenantId: string;
  readonly address: DueAddress;
  /** The next step of the digests; `null` if the address gets no digests. */
  readonly step: DigestStep | null;
  readonly messageId: string;
}

interface OwedDigest {
  readonly tenantId: string;
  readonly emailAddressId: string;
  readonly email: string;
  readonly owed: string | null;
  readonly messageId: string;
}

/**
 * Updates when each address is due next and inserts the owed digests, in one transaction, so that a kill leaves both or
 * neither. An address that another process has settled in the meantime stays unchanged. A day on which the service is
 * off has no digest. No statement inserts rows that it selects from another table, because a cluster would ask all
 * nodes for them.
 */
export async function settle(tx: Executor, settled: readonly DigestSettlement[], now: Date): Promise<void> {
  const ids = settled.map(({ tenantId }) => tenantId);
  const { rows } = await sql<OwedDigest>`
    with reckoned as (
      select *
        from unnest(
               ${ids}::uuid[],
               ${settled.map(({ address }) => address.emailAddressId)}::bigint[],
               ${settled.map(({ address }) => address.digestClock)}::text[],
               ${settled.map(({ address }) => address.lastDay)}::date[],
               ${settled.map(({ step }) => step?.owed ?? null)}::date[],
               ${settled.map(({ step }) => step?.lastDay ?? null)}::date[],
               ${settled.map(({ step }) => step?.nextAt ?? null)}::timestamptz[],
               ${settled.map(({ messageId }) => messageId)}::text[]
             ) as r (tenant_id, email_address_id, clock, was_day, owed, last_day, due_at, message_id)
    )
    update email_addresses as e
       set digest_reckoned_by = r.clock,
           digest_last_day = r.last_day,
           digest_due_at = r.due_at
      from reckoned r
     where e.tenant_id = r.tenant_id
       and ${ofOne(sql`e.tenant_id`, ids)}
       and e.email_address_id = r.email_address_id
       and e.digest_clock is not distinct from r.clock
       and e.digest_last_day is not distinct from r.was_day
    returning e.tenant_id as "tenantId", e.email_address_id as "emailAddressId", e.email, r.owed,
              r.message_id as "messageId"`.execute(tx);
  const owed = rows.filter((row) => row.owed !== null);
  if (owed.length === 0) return;
  const served = await listServed(
    tx,
    owed.map(({ tenantId }) => tenantId),
  );
  await insertDigests(
    tx,
    owed.filter(({ tenantId }) => served.has(tenantId)),
    now,
  );
}

async function listServed(tx: Executor, tenantIds: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ tenantId: string }>`
    select t.tenant_id as "tenantId"
      from tenants t
     where t.tenant_id = any (${tenantIds}::uuid[])
       and ${ofOne(sql`t.tenant_id`, tenantIds)}
       and t.is_served`.execute(tx);
  return new Set(rows.map(({ tenantId }) => tenantId));
}

async function insertDigests(tx: Executor, digests: readonly OwedDigest[], now: Date): Promise<void> {
  if (digests.length === 0) return;
  await sql`
    insert into messages (
      tenant_id, message_id, transport, purpose, email_address_id, recipient, local_day, created_at, due_at
    )
    select d."tenantId", d."messageId", ${mailTransport.id}, 'digest', d."emailAddressId", d.email, d.owed,
           ${now}::timestamptz, ${now}::timestamptz
      from json_to_recordset(${json(digests)}::json) as d (
           "tenantId" uuid, "emailAddressId" bigint, email text, owed date, "messageId" text)
        on conflict do nothing`.execute(tx);
}

export interface DigestKey {
  readonly tenantId: string;
  readonly emailAddressId: string;
  readonly localDay: string;
}

export interface DigestReader extends ClockRow, Recipient {
  readonly email: string;
  readonly hour: number;
  readonly isSubscribed: boolean;
  /** Ids of seller accounts that are being deleted. */
  readonly goneSellerAccountIds: readonly string[];
  /** Whether a digest of a later day exists already. */
  readonly isOvertaken: boolean;
  /** The time of the previous digest that was sent. */
  readonly previousAt: Date | null;
  readonly worldVersion: string;
}

/** Returns the reader with the present settings; `null` if the address was removed. */
export async function findDigestReader(tx: Tx, key: DigestKey): Promise<DigestReader | null> {
  const { rows } = await sql<DigestReader>`
    /* prepared */
    select e.email, ${recipientColumns}, ${clockColumns(sql`${key.tenantId}`)},
           e.digest_email_hour as hour,
           e.subscribed_to_daily_digest as "isSubscribed",
           array(select s.seller_account_id::text from seller_accounts s
                  where s.tenant_id = ${key.tenantId} and s.deleted_at is not null) as "goneSellerAccountIds",
           (select max(o.local_day) from messages o
             where o.tenant_id = ${key.tenantId} and o.email_address_id = e.email_address_id
               and o.local_day is not null) > ${key.localDay}::date as "isOvertaken",
           (select max(o.created_at) from messages o
             where o.tenant_id = ${key.tenantId} and o.email_address_id = e.email_address_id
               and o.local_day < ${key.localDay}::date
               and o.state = 'sent') as "previousAt",
           (select t.world_version from tenants t where t.tenant_id = ${key.tenantId}) as "worldVersion"
      from email_addresses e
     where e.tenant_id = ${key.tenantId}
       and e.email_address_id = ${key.emailAddressId}`.execute(tx);
  return rows[0] ?? null;
}
