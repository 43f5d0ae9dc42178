import { sql, type RawBuilder } from 'kysely';
import type { AccountEvent } from '@app/shared/contract/public-api/hooks.ts';
import { json, type Tx } from '../../../lib/db/db.ts';
import { announceWork } from '../../../lib/jobs/work-bells.ts';

interface NewAccountEvents {
  readonly tenantId: string;
  readonly event: AccountEvent;
  /** The ids of the products or invoices, or the names of the connections. */
  readonly subjects: readonly string[];
  readonly reason?: string;
  readonly at: Date;
}

/**
 * The limit of subjects of one event. All products of a large new account are tracked at the same moment, and each
 * subject takes one row per hook; programs can read all products from the list of products.
 */
const mostSubjects = 1000;

interface Call {
  readonly event: AccountEvent;
  readonly channelId: RawBuilder<unknown>;
  readonly subject: RawBuilder<unknown>;
  readonly at: RawBuilder<unknown>;
}

/** The id of a call of a hook. An event that is enqueued again calls no hook twice. */
const idOfCall = ({ event, channelId, subject, at }: Call): RawBuilder<string> =>
  sql`'msg_' || md5(concat_ws(' ', ${event}::text, ${channelId}, ${subject}, ${at}::timestamptz))`;

interface UncalledEvent extends Omit<Call, 'channelId'> {
  readonly tenantId: RawBuilder<unknown>;
}

/**
 * Joins the hooks `h` of an event, with their calls `m` about the subject, for an owner whose address gets no mail. A
 * hook whose `m.message_id` is null was not called yet.
 */
export const joinHooksOfUnreachable = ({ event, tenantId, subject, at }: UncalledEvent): RawBuilder<unknown> => sql`
      join email_addresses e
        on e.tenant_id = ${tenantId}
       and e.is_primary
       and (e.verified_at is null or e.stopped_at is not null)
      join channels h
        on h.tenant_id = ${tenantId}
       and h.hook_event = ${event}
       and h.is_on
       and h.stopped_at is null
      left join messages m
        on m.tenant_id = ${tenantId}
       and m.message_id = ${idOfCall({ event, channelId: sql`h.channel_id`, subject, at })}`;

interface Hook {
  readonly channelId: string;
  readonly kind: string;
  readonly name: string;
}

/**
 * Enqueues a call of each hook that is subscribed to the event, for each subject. Uses two statements, because a
 * cluster would ask all nodes for the rows of an insert from a select.
 */
export async function enqueueAccountEvents(tx: Tx, { at, ...events }: NewAccountEvents): Promise<void> {
  const { rows: hooks } = await sql<Hook>`
    select c.channel_id as "channelId", c.kind, c.name
      from channels c
     where c.tenant_id = ${events.tenantId}
       and c.hook_event = ${events.event}
       and c.is_on
       and c.stopped_at is null`.execute(tx);
  if (hooks.length === 0) return;
  await sql`
    insert into messages (
      tenant_id, message_id, transport, purpose, target_id, recipient, kind, subject, reason, state, created_at, due_at
    )
    select ${events.tenantId},
           ${idOfCall({ event: events.event, channelId: sql`h."channelId"`, subject: sql`s.subject`, at: sql`${at}` })},
           h.kind,
           'event',
           h."channelId",
           h.name,
           ${events.event},
           s.subject,
           ${events.reason ?? null},
           'waiting',
           ${at},
           ${at}
      from json_to_recordset(${json(hooks)}::json) as h ("channelId" bigint, kind text, name text),
           unnest(${events.subjects.slice(0, mostSubjects)}::text[]) with ordinality s (subject, place)
     order by h."channelId", s.place
        on conflict (tenant_id, message_id) do nothing`.execute(tx);
  announceWork('messages');
}
