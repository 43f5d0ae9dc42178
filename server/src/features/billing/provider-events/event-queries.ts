import { sql } from 'kysely';
import { json, type Executor } from '../../../lib/db/db.ts';
import { announceGlobalWork } from '../../../lib/jobs/work-bells.ts';

interface NewEvent {
  readonly eventId: string;
  readonly type: string;
  readonly objectId: string;
  readonly createdAt: Date;
}

/** Stores events that are new and returns how many were. */
export async function insertEvents(db: Executor, events: readonly NewEvent[], receivedAt: Date): Promise<number> {
  const rows = events.map(({ eventId, type, objectId, createdAt }) => ({
    event_id: eventId,
    type,
    object_id: objectId,
    created_at: createdAt,
  }));
  const { rows: added } = await sql`
    insert into payment_events (event_id, type, object_id, created_at, received_at, due_at)
    select r.event_id, r.type, r.object_id, r.created_at, ${receivedAt}, ${receivedAt}
      from json_to_recordset(${json(rows)}::json)
           as r (event_id text, type text, object_id text, created_at timestamptz)
    on conflict do nothing
    returning event_id`.execute(db);
  if (added.length > 0) await announceGlobalWork(db, 'billing');
  return added.length;
}

export interface DueEvent {
  readonly eventId: string;
  readonly type: string;
  readonly objectId: string;
  readonly failures: number;
}

/** Claims events until the end of the lease, the oldest first. */
export async function claimEvents(
  db: Executor,
  { now, leaseEnd, most }: { readonly now: Date; readonly leaseEnd: Date; readonly most: number },
): Promise<readonly DueEvent[]> {
  const { rows } = await sql<DueEvent>`
    update payment_events e
       set due_at = ${leaseEnd}
     where e.event_id in (
           select d.event_id
             from payment_events d
            where d.due_at <= ${now}
            order by d.due_at, d.created_at
            limit ${most}
              for update skip locked)
    returning e.event_id as "eventId", e.type, e.object_id as "objectId", e.failures`.execute(db);
  return rows;
}

export async function markHandled(db: Executor, eventId: string): Promise<void> {
  await sql`
    update payment_events
       set due_at = null
     where event_id = ${eventId}`.execute(db);
}

export async function putEventOff(db: Executor, eventId: string, until: Date): Promise<void> {
  await sql`
    update payment_events
       set due_at = ${until},
           failures = failures + 1
     where event_id = ${eventId}`.execute(db);
}

/** Deletes handled events that were received before an instant. */
export async function forgetPaymentEvents(db: Executor, before: Date): Promise<void> {
  await sql`
    delete from payment_events
     where due_at is null
       and received_at < ${before}`.execute(db);
}
