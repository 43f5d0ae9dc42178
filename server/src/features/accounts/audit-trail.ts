import type { auditTrail } from '@app/shared/contract/accounts.ts';
import type { Answer } from '@app/shared/contract/endpoint.ts';
import type { Context } from '../../context.ts';
import type { Actor } from '../../http/actor.ts';
import { listAuditEvents, type TrailQuery } from './audit-queries.ts';

const pageSize = 50;

/**
 * Returns a page of events, newest first, optionally only those before a given event. One event more than a page is
 * read, which shows whether there are older ones.
 */
export async function readAuditTrail(
  ctx: Pick<Context, 'db'>,
  { tenantId }: Actor,
  query: TrailQuery,
): Promise<Answer<typeof auditTrail>> {
  const events = await ctx.db.tenant(tenantId, (tx) => listAuditEvents(tx, tenantId, { ...query, most: pageSize + 1 }));
  return {
    events: events.slice(0, pageSize).map(({ at, ...event }) => ({ ...event, at: at.toISOString() })),
    hasMore: events.length > pageSize,
  };
}
