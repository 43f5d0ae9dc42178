import { sql } from 'kysely';
import type { auditTrail } from '@app/shared/contract/accounts.ts';
import type { Answer, ParsedRequest } from '@app/shared/contract/endpoint.ts';
import type { Context } from '../../context.ts';
import type { Actor } from '../../http/actor.ts';
import type { Tx } from '../../lib/db/db.ts';

const pageSize = 50;

interface Event {
  readonly id: string;
  readonly at: Date;
  readonly actor: string;
  readonly action: string;
  readonly subject: string;
  readonly details: Record<string, unknown>;
}

type TrailQuery = ParsedRequest<typeof auditTrail>['query'];

/** Returns a page of events, newest first, optionally only those before a given event. */
export async function readAuditTrail(
  ctx: Pick<Context, 'db'>,
  { tenantId }: Actor,
  query: TrailQuery,
): Promise<Answer<typeof auditTrail>> {
  const events = await ctx.db.tenant(tenantId, (tx) => listEvents(tx, tenantId, query));
  return {
    events: events.slice(0, pageSize).map(({ at, ...event }) => ({ ...event, at: at.toISOString() })),
    hasMore: events.length > pageSize,
  };
}

/**
 * The condition for each kind of event. Questions recorded by releases before events had a kind are stored as changes
 * and recognised by their action.
 */
const kinds = {
  changes: sql`a.kind = 'change' and a.action <> 'tool called'`,
  'log-ins': sql`a.kind = 'log-in'`,
  questions: sql`(a.kind = 'question' or (a.kind = 'change' and a.action = 'tool called'))`,
} as const;

/** Reads one event more than a page, which shows whether there are older ones. */
async function listEvents(tx: Tx, tenantId: string, { before, of }: TrailQuery): Promise<readonly Event[]> {
  const { rows } = await sql<Event>`
    select a.audit_event_id as id, a.at, a.actor, a.action, a.subject, a.details
      from audit_events a
     where a.tenant_id = ${tenantId}
       and ${kinds[of]}
       and (${before ?? null}::bigint is null or a.audit_event_id < ${before ?? null}::bigint)
     order by a.audit_event_id desc
     limit ${pageSize + 1}`.execute(tx);
  return rows;
}
