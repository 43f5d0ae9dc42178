import { sql } from 'kysely';
import type { Tx } from '../../lib/db/db.ts';

/** What the owner can read later: who did what to what, in words that outlive the rows they are about. */
export interface AuditEvent {
  readonly tenantId: string;
  readonly at: Date;
  /** The e-mail address of who did it; `operator` at the command line, `watchpost` where nobody did. */
  readonly actor: string;
  readonly action: string;
  readonly subject: string;
  /** From and to, as far as they are no secrets. */
  readonly details?: Readonly<Record<string, unknown>>;
}

/** In the transaction of the change itself: one is never there without the other. */
export async function recordAudit(tx: Tx, events: readonly AuditEvent[]): Promise<void> {
  const [first] = events;
  if (!first) return;
  await sql`
    insert into audit_events (tenant_id, at, actor, action, subject, details)
    select ${first.tenantId}, e.at, e.actor, e.action, e.subject, e.details
      from unnest(
             ${events.map(({ at }) => at)}::timestamptz[],
             ${events.map(({ actor }) => actor)}::text[],
             ${events.map(({ action }) => action)}::text[],
             ${events.map(({ subject }) => subject)}::text[],
             ${events.map(({ details }) => JSON.stringify(details ?? {}))}::jsonb[]
           ) as e (at, actor, action, subject, details)`.execute(tx);
}
