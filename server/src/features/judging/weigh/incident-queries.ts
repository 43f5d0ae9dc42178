import { sql } from 'kysely';
import { json, type Executor, type Tx } from '../../../lib/db/db.ts';

/** The attributes that the members of an incident have in common. */
export interface IncidentKey {
  readonly sellerAccountId: string;
  /** The kind of the members; `null` if they are of several kinds. */
  readonly type: string | null;
  readonly cause: string;
  readonly isEnd: boolean;
}

export interface JoinedIncident extends IncidentKey {
  readonly incidentId: string;
  readonly state: 'open' | 'waiting' | 'told';
  readonly members: number;
  readonly openedAt: Date;
}

const keysOf = (keys: readonly IncidentKey[]) => sql`
      jsonb_to_recordset(${json(keys)}::jsonb) as k (
        "sellerAccountId" bigint, type text, cause text, "isEnd" boolean, members integer
      )`;

/**
 * Ends open incidents of these causes that began to gather before `since`, and told ones without a new member since
 * then.
 */
export async function endIncidents(
  tx: Tx,
  tenantId: string,
  { keys, since }: { readonly keys: readonly IncidentKey[]; readonly since: Date },
): Promise<void> {
  await sql`
    /* prepared */
    update incidents as i
       set state = 'ended'
      from ${keysOf(keys)}
     where i.tenant_id = ${tenantId}
       and i.seller_account_id = k."sellerAccountId"
       and i.type is not distinct from k.type
       and i.cause = k.cause
       and i.is_end = k."isEnd"
       and (i.state = 'open' and i.opened_at < ${since} or i.state = 'told' and i.last_member_at < ${since})`.execute(
    tx,
  );
}

/** Adds members to the incidents of these causes. */
export async function joinIncidents(
  tx: Tx,
  tenantId: string,
  { keys, now }: { readonly keys: readonly (IncidentKey & { readonly members: number })[]; readonly now: Date },
): Promise<readonly JoinedIncident[]> {
  const { rows } = await sql<JoinedIncident>`
    /* prepared */
    insert into incidents as i (
      tenant_id, seller_account_id, type, cause, is_end, state, members, opened_at, last_member_at
    )
    select ${tenantId}, k."sellerAccountId", k.type, k.cause, k."isEnd", 'open', k.members, ${now}::timestamptz,
           ${now}::timestamptz
      from ${keysOf(keys)}
     order by k."sellerAccountId", k.cause, k.type
        on conflict (tenant_id, seller_account_id, cause, is_end, type) where state <> 'ended' do update
       set members = i.members + excluded.members,
           last_member_at = excluded.last_member_at
    returning i.incident_id as "incidentId", i.seller_account_id as "sellerAccountId", i.type, i.cause,
              i.is_end as "isEnd", i.state, i.members, i.opened_at as "openedAt"`.execute(tx);
  return rows;
}

/** Returns the number of tracked products by seller account. */
export async function countTracked(
  tx: Tx,
  tenantId: string,
  sellerAccountIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ sellerAccountId: string; count: number }>`
    select p.seller_account_id as "sellerAccountId", count(*)::int as count
      from products p
     where p.tenant_id = ${tenantId}
       and p.seller_account_id = any (${sellerAccountIds}::bigint[])
       and p.is_tracked
     group by p.seller_account_id`.execute(tx);
  return new Map(rows.map(({ sellerAccountId, count }) => [sellerAccountId, count]));
}

/** Returns those of the seller accounts whose products are being observed for the first time. */
export async function findNewAccounts(
  tx: Tx,
  tenantId: string,
  {
    sellerAccountIds,
    sources,
    since,
  }: { readonly sellerAccountIds: readonly string[]; readonly sources: readonly string[]; readonly since: Date },
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ sellerAccountId: string }>`
    select a.seller_account_id as "sellerAccountId"
      from seller_accounts a
     where a.tenant_id = ${tenantId}
       and a.seller_account_id = any (${sellerAccountIds}::bigint[])
       and a.created_at > ${since}
       and exists (
             select 1
               from sweeps s
              where s.tenant_id = ${tenantId}
                and s.seller_account_id = a.seller_account_id
                and s.source = any (${sources}::text[])
                and s.confirmed_at is null
           )`.execute(tx);
  return new Set(rows.map(({ sellerAccountId }) => sellerAccountId));
}

interface Wait {
  readonly incidentIds: readonly string[];
  /** How long the members wait, from the time at which the incident began to gather. */
  readonly waitMs: number;
  readonly reason: string;
}

/**
 * Makes incidents wait for a second observation, with those members of which nobody was told yet. A delivery that
 * another process is just putting into a message is sent.
 */
export async function beginWaiting(tx: Tx, tenantId: string, { incidentIds, waitMs, reason }: Wait): Promise<void> {
  await sql`
    update incidents
       set state = 'waiting'
     where tenant_id = ${tenantId}
       and incident_id = any (${incidentIds}::bigint[])`.execute(tx);
  await sql`
    with unsent as (
      select d.flip_at, d.flip_id, d.email_address_id, d.channel, d.target_id,
             i.opened_at + make_interval(secs => ${waitMs / 1000}::float8) as until
        from flips f
        join incidents i
          on i.tenant_id = f.tenant_id
         and i.incident_id = f.incident_id
        join deliveries d
          on d.tenant_id = f.tenant_id
         and d.flip_at = f.at
         and d.flip_id = f.flip_id
       where f.tenant_id = ${tenantId}
         and f.incident_id = any (${incidentIds}::bigint[])
         and (d.state = 'pending' and d.message_id is null or d.state = 'held' and d.next_attempt_at < i.opened_at + make_interval(secs => ${waitMs / 1000}::float8))
         and not exists (
               select 1
                 from channels c
                where c.tenant_id = ${tenantId}
                  and c.channel_id = d.target_id
                  and c.hook_event is not null
                  and d.email_address_id = 0
             )
         for update of d skip locked
    )
    update deliveries as d
       set state = 'held',
           next_attempt_at = u.until,
           last_error = ${reason}
      from unsent u
     where d.tenant_id = ${tenantId}
       and d.flip_at = u.flip_at
       and d.flip_id = u.flip_id
       and d.email_address_id = u.email_address_id
       and d.channel = u.channel
       and d.target_id = u.target_id`.execute(tx);
}

export async function forgetIncidents(db: Executor, before: Date): Promise<void> {
  await sql`
    delete from incidents
     where last_member_at < ${before}
       and state <> 'waiting'`.execute(db);
}

/**
 * The cause of an incident (`n`) as people read it. A seller is shown by name if the name is known; grouping uses the
 * id.
 */
export const causeText = (tenantId: string) => sql`coalesce(
             (
               select 'seller ' || s.name
                 from seller_names s
                where s.tenant_id = ${tenantId}
                  and s.seller_id = substring(n.cause from '^seller (\\w+)$')
             ),
             n.cause
           )`;
