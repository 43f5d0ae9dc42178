import { sql } from 'kysely';
import type { Executor } from '../../../lib/db/db.ts';

interface PoisonedMessageRow {
  readonly messageId: string;
  readonly body: string;
  readonly reason: string;
  readonly deliveries: number;
  readonly setAsideAt: Date;
}

/**
 * Keeps a message that could not be taken, without any U+0000: PostgreSQL stores no such character, and it may be the
 * reason why the message failed.
 */
export async function savePoisoned(db: Executor, row: PoisonedMessageRow): Promise<void> {
  const { messageId, body, reason, deliveries, setAsideAt } = row;
  await sql`
    insert into poisoned_notifications (message_id, body, reason, deliveries, set_aside_at)
    values (${messageId}, ${body.replaceAll('\0', '')}, ${reason.replaceAll('\0', '')}, ${deliveries}, ${setAsideAt})
        on conflict (message_id) do update
       set reason = excluded.reason,
           deliveries = excluded.deliveries`.execute(db);
}

export async function forgetPoisoned(db: Executor, before: Date): Promise<void> {
  await sql`delete from poisoned_notifications where set_aside_at < ${before}`.execute(db);
}
