import { sql } from 'kysely';
import type { auditTrail } from '@app/shared/contract/accounts.ts';
import type { ParsedRequest } from '@app/shared/contract/endpoint.ts';
import type { Executor, Tx } from '../../lib/db/db.ts';

/**
 * An entry that the owner can read later. It names actor and subject in words, so that it outlives the rows they come
 * from.
 */
export interface AuditEvent {
  readonly tenantId: string;
  readonly at: Date;
  /**
   * The e-mail address of the acting person, `operator` for the command line, or `watchpost` for automatic changes.
   */
  readonly actor: string;
  readonly action: string;
  readonly subject: string;
  /** The kind of event; a change if it is left out. */
  readonly kind?: 'log-in' | 'question';
  /** Values before and after the change, without secrets. */
  readonly details?: Readonly<Record<string, unknown>>;
}

/** Writes the events in the transaction of the change itself, so that neither is stored without the other. */
export async function recordAudit(tx: Tx, events: readonly AuditEvent[]): Promise<void> {
  const [first] = events;
  if (!first) return;
  await sql`
    insert into audit_events (tenant_id, at, actor, action, subject, kind, details)
    select ${first.tenantId}, e.at, e.actor, e.action, e.subject, e.kind, e.details
      from unnest(
             ${events.map(({ at }) => at)}::timestamptz[],
             ${events.map(({ actor }) => actor)}::text[],
             ${events.map(({ action }) => action)}::text[],
             ${events.map(({ subject }) => subject)}::text[],
             ${events.map(({ kind = 'change' }) => kind)}::text[],
             ${events.map(({ details }) => JSON.stringify(details ?? {}))}::jsonb[]
           ) as e (at, actor, action, subject, kind, details)
    returning 1`.execute(tx);
}

interface ListedEvent {
  readonly id: string;
  readonly at: Date;
  readonly actor: string;
  readonly action: string;
  readonly subject: string;
  readonly details: Record<string, unknown>;
}

export type TrailQuery = ParsedRequest<typeof auditTrail>['query'];

/**
 * The condition for each kind of event. Questions recorded by releases before events had a kind are stored as changes
 * and recognised by their action.
 */
const conditionOfKind = {
  changes: sql`a.kind = 'change' and a.action <> 'tool called'`,
  'log-ins': sql`a.kind = 'log-in'`,
  questions: sql`(a.kind = 'question' or (a.kind = 'change' and a.action = 'tool called'))`,
} as const;

/** Lists the events of a tenant, newest first, optionally only those before a given event. */
export async function listAuditEvents(
  tx: Tx,
  tenantId: string,
  { before, of, most }: TrailQuery & { readonly most: number },
): Promise<readonly ListedEvent[]> {
  const { rows } = await sql<ListedEvent>`
    select a.audit_event_id as id, a.at, a.actor, a.action, a.subject, a.details
      from audit_events a
     where a.tenant_id = ${tenantId}
       and ${conditionOfKind[of]}
       and (${before ?? null}::bigint is null or a.audit_event_id < ${before ?? null}::bigint)
     order by a.audit_event_id desc
     limit ${most}`.execute(tx);
  return rows;
}

/** Deletes the events of all tenants that are older than `before`. */
export async function forgetAuditEvents(db: Executor, before: Date): Promise<void> {
  await sql`delete from audit_events where at < ${before}`.execute(db);
}

/** Deletes the log-ins and the questions of assistants of all tenants that are older than `before`; changes stay. */
export async function forgetPassingEvents(db: Executor, before: Date): Promise<void> {
  await sql`
    delete from audit_events a
     where (a.kind <> 'change' or a.action = 'tool called')
       and a.at < ${before}`.execute(db);
}
