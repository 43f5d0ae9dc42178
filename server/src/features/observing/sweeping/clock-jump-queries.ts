import { sql } from 'kysely';
import { dayMs, hourMs } from '@app/shared/base/time.ts';
import { itemStatus } from '@app/shared/domain/issue-status.ts';
import { mail } from '@app/shared/transports/mail.ts';
import type { Executor, Tx } from '../../../lib/db/db.ts';
import { announceWork } from '../../../lib/jobs/work-bells.ts';
import { never } from './sweep-queries.ts';

interface Instants {
  readonly now: Date;
  /** Later times were written with a clock that was ahead. */
  readonly latest: Date;
}

/**
 * The longest times for which work is scheduled ahead. A message waits for an hour after a failure or at the request of
 * its receiver, and for twice as long if it has failed often. A pass that has begun, or has failed, waits until the next
 * day at most, when there are credits for pages again. The news that a problem has ended waits up to 12 hours
 * for another message, and alerts are collected for a day at most. A delivery is held, and an item is judged again, until the end of a window of 7 days; an
 * incident waits for 2 hours.
 */
const longest = {
  pass: dayMs,
  retry: 2 * hourMs,
  channel: hourMs,
  end: 12 * hourMs,
  collecting: dayMs,
  incident: 2 * hourMs,
  window: 7 * dayMs,
};

/** Finds tenants with times that only a clock that was ahead can have written. Runs across tenants. */
export async function findTenantsInFuture(db: Executor, instants: Instants): Promise<readonly string[]> {
  const { latest } = instants;
  const after = (ms: number) => new Date(latest.getTime() + ms);
  const { rows } = await sql<{ tenantId: string }>`
    select distinct a.tenant_id as "tenantId"
      from (select s.tenant_id
              from sweeps s
             where ${isSweptAhead(instants)}
             union all
            select e.tenant_id
              from subscriptions e
             where e.last_event_at > ${latest}
             union all
            select m.tenant_id
              from messages m
             where (m.state = 'claimed' and m.due_at > ${latest})
                or (m.state = 'waiting' and m.due_at > ${after(longest.retry)})
             union all
            select d.tenant_id
              from deliveries d
             where (d.state = 'pending'
                 and d.next_attempt_at > case when d.channel = ${mail.id} then ${after(longest.collecting)}::timestamptz
                                              else ${after(longest.end)}::timestamptz end)
                or (d.state = 'held' and d.next_attempt_at > ${after(longest.window)})
             union all
            select i.tenant_id
              from items i
             where i.again_at > ${after(longest.window)}) a`.execute(db);
  return rows.map(({ tenantId }) => tenantId);
}

/**
 * Sets times in the future to now, so that the facts stay known and the next observation is newer. Passes start over.
 */
export async function bringBack(tx: Tx, tenantId: string, { now, latest }: Instants): Promise<void> {
  await sql`
    update observations
       set observed_at = ${now}
     where tenant_id = ${tenantId}
       and observed_at > ${latest}`.execute(tx);
  await sql`
    update subscriptions
       set last_event_at = ${now}
     where tenant_id = ${tenantId}
       and last_event_at > ${latest}`.execute(tx);
  await sql`
    update sweeps
       set due_at = least(due_at, ${now}),
           confirmed_at = least(confirmed_at, ${now}),
           finished_at = least(finished_at, ${now}),
           pass_started_at = null
     where tenant_id = ${tenantId}
       and (${isSweptAhead({ latest })})`.execute(tx);
}

/** True for a sweep whose pass was begun, ended or put off by a clock that was ahead. */
const isSweptAhead = ({ latest }: Pick<Instants, 'latest'>) => sql`
  finished_at > ${latest}
    or pass_started_at > ${latest}
    or ((pass_started_at is not null or failures > 0)
      and due_at > ${new Date(latest.getTime() + longest.pass)}
      and due_at < ${never})`;

/**
 * Makes messages due that a process whose clock was ahead had claimed or put off. A message that was never tried is
 * composed again, which puts it off again if its channel is resting; a failed message waits no longer than the longest
 * retry.
 */
export async function bringBackMessages(tx: Tx, tenantId: string, { now, latest }: Instants): Promise<void> {
  await sql`
    update channels
       set wait_until = ${now}
     where tenant_id = ${tenantId}
       and wait_until > ${new Date(latest.getTime() + longest.channel)}`.execute(tx);
  await sql`
    update messages
       set due_at = case when state = 'claimed' or attempts = 0 or due_at > ${new Date(latest.getTime() + longest.retry)}
                         then ${now}::timestamptz else due_at end
     where tenant_id = ${tenantId}
       and state in ('waiting', 'claimed')
       and due_at > ${latest}`.execute(tx);
  announceWork('messages');
}

/**
 * Corrects the due times of deliveries that were computed by a clock that was ahead. Deliveries that wait for a mail
 * are due now: their mail is planned again by collecting time and quiet hours. Held deliveries keep the length of their
 * hold, which does not include quiet hours.
 */
export async function bringBackDeliveries(tx: Tx, tenantId: string, { now, latest }: Instants): Promise<void> {
  const after = (ms: number) => new Date(now.getTime() + ms);
  await sql`
    with planned as (
      select d.flip_at, d.flip_id, d.email_address_id, d.channel, d.target_id,
             case when d.state = 'pending' and (d.message_id is not null or f.to_status <> ${itemStatus.ok})
                  then ${now}::timestamptz
                  when d.state = 'pending'
                  then least(d.next_attempt_at, ${after(longest.end)}::timestamptz)
                  when n.opened_at > ${latest} and d.next_attempt_at <= n.opened_at + make_interval(secs => ${longest.incident / 1000}::float8)
                  then least(d.next_attempt_at, ${after(longest.incident)}::timestamptz)
                  when d.flip_at > ${latest}
                  then ${now}::timestamptz + greatest(d.next_attempt_at - d.flip_at, interval '0')
                  else least(d.next_attempt_at, ${after(longest.window)}::timestamptz)
                  end as at
        from deliveries d
        join flips f
          on f.tenant_id = d.tenant_id
         and f.at = d.flip_at
         and f.flip_id = d.flip_id
        left join incidents n
          on n.tenant_id = ${tenantId}
         and n.incident_id = f.incident_id
       where d.tenant_id = ${tenantId}
         and d.state in ('pending', 'held')
         and d.next_attempt_at > ${latest}
         for update of d skip locked
    )
    update deliveries as d
       set next_attempt_at = p.at
      from planned p
     where d.tenant_id = ${tenantId}
       and d.flip_at = p.flip_at
       and d.flip_id = p.flip_id
       and d.email_address_id = p.email_address_id
       and d.channel = p.channel
       and d.target_id = p.target_id
       and d.next_attempt_at > p.at`.execute(tx);
  await sql`
    update incidents
       set opened_at = ${now},
           last_member_at = least(last_member_at, ${now})
     where tenant_id = ${tenantId}
       and state <> 'ended'
       and opened_at > ${latest}`.execute(tx);
  announceWork('alerts');
}

/**
 * Makes items due now whose next judging may have been set by a clock that was ahead. Judging sets the time again,
 * possibly to the same instant. Locks the items in the order in which judging does.
 */
export async function bringBackItems(tx: Tx, tenantId: string, { now, latest }: Instants): Promise<void> {
  await sql`
    with ahead as materialized (
      select i.item_id
        from items i
       where i.tenant_id = ${tenantId}
         and i.again_at > ${latest}
       order by i.item_id
         for update
    )
    update items i
       set again_at = ${now}
      from ahead a
     where i.tenant_id = ${tenantId}
       and i.item_id = a.item_id`.execute(tx);
  announceWork('items');
}

/** Makes refused requests and probes due now, since a clock that was ahead may have set their next time. */
export async function bringBackRetries(tx: Tx, tenantId: string, now: Date): Promise<void> {
  await sql`
    update request_refusals
       set retry_at = least(retry_at, ${now})
     where tenant_id = ${tenantId}`.execute(tx);
  await sql`
    update seller_accounts
       set probe_at = least(probe_at, ${now})
     where tenant_id = ${tenantId}
       and may_need_reauthorization`.execute(tx);
}

/** Sets the refill time of buckets to now if it is in the future, because until then they would not refill. */
export async function bringBackBuckets(db: Executor, { now, latest }: Instants): Promise<void> {
  await sql`
    update quota_buckets
       set refilled_at = ${now}
     where refilled_at > ${latest}`.execute(db);
}
