import { sql } from 'kysely';
import type { Executor } from '../../../lib/db/db.ts';
import type { ProductFigureName } from './product-figures.ts';

export interface ProductSample {
  readonly name: ProductFigureName;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

interface ReadingLimits {
  readonly now: Date;
  readonly lateSince: Date;
  readonly seenSince: Date;
  readonly failedSince: Date;
  readonly alarmedSince: Date;
  readonly mostLate: number;
  readonly transports: readonly string[];
}

/**
 * Reads all figures of the product in one statement. Each part reads a partial index that contains only the rows in
 * trouble, so that the statement costs little while there are few. Relies on sweeps_due, sweeps_failing, messages_due,
 * messages_away, messages_failed, messages_set_aside, seller_accounts_lost and page_credits_day.
 */
export async function readProductFigures(db: Executor, limits: ReadingLimits): Promise<readonly ProductSample[]> {
  const { now, lateSince, seenSince, failedSince, mostLate, transports } = limits;
  const { rows } = await sql<ProductSample>`
    with late as materialized (
      select s.source, s.due_at
        from sweeps s
        join seller_accounts a
          on a.tenant_id = s.tenant_id
         and a.seller_account_id = s.seller_account_id
        join tenants t
          on t.tenant_id = s.tenant_id
       where s.due_at <= ${lateSince}
         and t.is_watched
         and a.deleted_at is null
         and not a.may_need_reauthorization
       order by s.due_at
       limit ${mostLate}
    ),
    late_sources as (
      select l.source, count(*) as sweeps, extract(epoch from ${now}::timestamptz - min(l.due_at)) as seconds
        from late l
       group by l.source
    ),
    -- A mail that waits for the mail server is due again in a moment.
    waiting as (
      select m.transport, least(m.due_at, m.away_since) as since
        from messages m
       where m.transport = any (${transports}::text[])
         and m.state in ('waiting', 'claimed')
         and m.due_at <= ${now}
       union all
      select m.transport, m.away_since
        from messages m
       where m.transport = any (${transports}::text[])
         and m.state in ('waiting', 'claimed')
         and m.away_since is not null
         and m.due_at > ${now}
    ),
    due as (
      select u.transport, coalesce(d.messages, 0) as messages,
             extract(epoch from ${now}::timestamptz - d.since) as seconds
        from unnest(${transports}::text[]) as u (transport)
        left join (select w.transport, count(*) as messages, min(w.since) as since
                     from waiting w
                    group by w.transport) d
          on d.transport = u.transport
    ),
    credits as (
      select c.purpose, sum(c.used) as used, sum(greatest(0, c.allowed - c.used)) as remaining
        from page_credits c
       where c.day = (${now}::timestamptz at time zone 'UTC')::date
       group by c.purpose
    ),
    months as (
      select p.relname, count(*) filter (where c.relname ~ '_[0-9]{4}_[0-9]{2}$'
               and right(c.relname, 7) > to_char(${now}::timestamptz at time zone 'UTC', 'YYYY_MM')) as ahead
        from pg_partitioned_table s
        join pg_class p
          on p.oid = s.partrelid
         and p.relnamespace = 'public'::regnamespace
        left join pg_inherits i
          on i.inhparent = p.oid
        left join pg_class c
          on c.oid = i.inhrelid
       group by p.relname
    )
    select 'watchpost_sweeps_late' as name, jsonb_build_object('source', source) as labels, sweeps::float8 as value
      from late_sources
     union all
    select 'watchpost_sweep_lateness_seconds', jsonb_build_object('source', source), seconds::float8
      from late_sources
     union all
    select 'watchpost_sweeps_failing', jsonb_build_object('source', s.source), count(*)::float8
      from sweeps s
      join tenants t
        on t.tenant_id = s.tenant_id
     where s.failures >= 3
       and t.is_watched
     group by s.source
     union all
    select 'watchpost_messages_due', jsonb_build_object('transport', transport), messages::float8
      from due
     union all
    select 'watchpost_message_oldest_seconds', jsonb_build_object('transport', transport), coalesce(seconds, 0)::float8
      from due
     union all
    select 'watchpost_messages_failed', jsonb_build_object('transport', m.transport), count(*)::float8
      from messages m
     where m.state = 'failed'
       and m.due_at > ${failedSince}
     group by m.transport
     union all
    select 'watchpost_messages_set_aside', '{}'::jsonb, count(*)::float8
      from messages m
     where m.set_aside_at is not null
     union all
    select 'watchpost_tenants_set_aside', jsonb_build_object('chore', s.chore), count(distinct s.tenant_id)::float8
      from set_aside_turns s
     group by s.chore
     union all
    select 'watchpost_notifications_set_aside', '{}'::jsonb, count(*)::float8
      from poisoned_notifications
     union all
    select 'watchpost_accounts_resting', jsonb_build_object('reason', 'authorization lost'), count(*)::float8
      from seller_accounts a
     where a.may_need_reauthorization
       and a.deleted_at is null
     union all
    select 'watchpost_accounts_resting', jsonb_build_object('reason', 'operation refused'),
           count(distinct r.seller_account_id)::float8
      from request_refusals r
     where r.retry_at > ${now}
     union all
    select 'watchpost_page_credits_used', jsonb_build_object('purpose', purpose), used::float8
      from credits
     union all
    select 'watchpost_page_credits_left', jsonb_build_object('purpose', purpose), coalesce(remaining, 0)::float8
      from credits
     union all
    select 'watchpost_alarms', jsonb_build_object('alarm', a.alarm), 1::float8
      from operator_alarms a
     where a.last_at > ${limits.alarmedSince}
     union all
    select 'watchpost_partition_months_ahead', '{}'::jsonb, coalesce(min(ahead), 0)::float8
      from months
     union all
    select 'watchpost_processes', jsonb_build_object('role', p.role, 'version', p.version), count(*)::float8
      from processes p
     where p.seen_at >= ${seenSince}
     group by p.role, p.version`.execute(db);
  return rows;
}

/** Reads the age of the oldest waiting job of each queue; empty before the first worker has made the queues. */
export async function readQueueAges(
  db: Executor,
  { queues, now }: { readonly queues: readonly string[]; readonly now: Date },
): Promise<readonly ProductSample[]> {
  const { rows: made } = await sql<{ isMade: boolean }>`
    select to_regclass('pgboss.job') is not null as "isMade"`.execute(db);
  if (!made[0]?.isMade) return [];
  const { rows } = await sql<ProductSample>`
    select 'watchpost_queue_oldest_seconds' as name,
           jsonb_build_object('queue', q.name) as labels,
           coalesce(greatest(0, extract(epoch from ${now}::timestamptz - j.since)), 0)::float8 as value
      from unnest(${queues}::text[]) as q (name),
           lateral (
             select min(w.start_after) as since
               from pgboss.job w
              where w.name = q.name
                and w.state < 'active'
           ) j`.execute(db);
  return rows;
}
