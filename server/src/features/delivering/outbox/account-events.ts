import { sql } from 'kysely';
import type { AccountEvent } from '@app/shared/contract/public-api/hooks.ts';
import type { Tx } from '../../../lib/db/db.ts';

interface NewAccountEvents {
  readonly tenantId: string;
  readonly event: AccountEvent;
  /** The ids of the products or invoices, or the names of the connections. */
  readonly subjects: readonly string[];
  readonly reason?: string;
  readonly at: Date;
}

/**
 * The first products of a large account are tracked at once. Programs read so many from the list of products, and each
 * call of a hook takes a row for each hook.
 */
const mostSubjects = 1000;

/** Enqueues a call of each hook that is subscribed to the event, for each subject. */
export async function enqueueAccountEvents(tx: Tx, { at, ...events }: NewAccountEvents): Promise<void> {
  await sql`
    insert into messages (
      tenant_id, message_id, transport, purpose, target_id, recipient, kind, subject, reason, state, created_at, due_at
    )
    select c.tenant_id,
           'msg_' || md5(concat_ws(' ', c.hook_event, c.channel_id, s.subject, ${at}::timestamptz)),
           c.kind,
           'event',
           c.channel_id,
           c.name,
           c.hook_event,
           s.subject,
           ${events.reason ?? null},
           'waiting',
           ${at},
           ${at}
      from channels c,
           unnest(${events.subjects.slice(0, mostSubjects)}::text[]) with ordinality s (subject, place)
     where c.tenant_id = ${events.tenantId}
       and c.hook_event = ${events.event}
       and c.is_on
       and c.stopped_at is null
     order by c.channel_id, s.place
        on conflict (tenant_id, message_id) do nothing`.execute(tx);
}
