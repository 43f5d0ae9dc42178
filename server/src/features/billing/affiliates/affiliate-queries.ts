import { sql } from 'kysely';
import type { AffiliateReport } from '../../../external/affiliate/first-promoter.ts';
import { claimEach, type Lease } from '../../../lib/db/claim-each.ts';
import type { Executor, Tx } from '../../../lib/db/db.ts';

interface NewEvent {
  readonly tenantId: string;
  readonly kind: AffiliateReport['kind'];
  readonly eventId: string;
  readonly cents?: number;
  readonly saleEventId?: string;
  readonly at: Date;
}

/**
 * Stores an event to be reported, once, if the tenant came by an affiliate. Uses two statements, because a cluster
 * would ask all nodes for the rows of an insert from a select.
 */
export async function insertAffiliateEvent(
  tx: Tx,
  { tenantId, kind, eventId, cents, saleEventId, at }: NewEvent,
): Promise<void> {
  const { rows } = await sql`
    select from tenants t
     where t.tenant_id = ${tenantId}
       and t.affiliate_ref is not null`.execute(tx);
  if (rows.length === 0) return;
  await sql`
    insert into affiliate_events (tenant_id, event_id, kind, cents, sale_event_id, happened_at, due_at)
    values (${tenantId}, ${eventId}, ${kind}, ${cents ?? null}, ${saleEventId ?? null}, ${at}, ${at})
        on conflict do nothing`.execute(tx);
}

/** Counts the events about refunds of an invoice, and about refunds that have failed. */
export async function countRefundEvents(
  tx: Tx,
  { tenantId, invoiceId }: { readonly tenantId: string; readonly invoiceId: string },
): Promise<number> {
  const { rows } = await sql<{ events: number }>`
    select count(*)::int as events
      from affiliate_events e
     where e.tenant_id = ${tenantId}
       and e.sale_event_id = ${invoiceId}`.execute(tx);
  return rows[0]?.events ?? 0;
}

export interface DueEvent {
  readonly tenantId: string;
  readonly eventId: string;
  readonly kind: AffiliateReport['kind'];
  readonly cents: number;
  readonly saleEventId: string | null;
  readonly reference: string;
  readonly at: Date;
  readonly failures: number;
}

/**
 * Claims, over all tenants and until the end of the lease, the first unreported event of each tenant, because the
 * affiliate service refuses the sale of a customer whose sign-up it does not know.
 */
export async function claimAffiliateEvents(
  db: Executor,
  { now, leaseEnd, most }: { readonly now: Date; readonly leaseEnd: Date; readonly most: number },
): Promise<readonly DueEvent[]> {
  const { rows } = await sql<EventKey>`
    select e.tenant_id as "tenantId", e.event_id as "eventId"
      from affiliate_events e
     where e.due_at <= ${now}
       and not exists (select 1
                         from affiliate_events b
                        where b.tenant_id = e.tenant_id
                          and b.event_no < e.event_no
                          and b.due_at is not null)
     order by e.due_at
     limit ${most}`.execute(db);
  return claimEach(rows, (key) => claimAffiliateEvent(db, key, { now, leaseEnd }));
}

async function claimAffiliateEvent(
  db: Executor,
  { tenantId, eventId }: EventKey,
  { now, leaseEnd }: Lease,
): Promise<DueEvent | undefined> {
  const { rows } = await sql<DueEvent>`
    with due as (
      select d.event_id
        from affiliate_events d
       where d.tenant_id = ${tenantId}
         and d.event_id = ${eventId}
         and d.due_at <= ${now}
         for update skip locked
    )
    update affiliate_events e
       set due_at = ${leaseEnd}
      from due u, tenants t
     where e.tenant_id = ${tenantId}
       and e.event_id = u.event_id
       and t.tenant_id = ${tenantId}
    returning e.tenant_id as "tenantId",
              e.event_id as "eventId",
              e.kind,
              coalesce(e.cents, 0)::float8 as cents,
              e.sale_event_id as "saleEventId",
              coalesce(t.affiliate_ref, '') as reference,
              e.happened_at as at,
              e.failures`.execute(db);
  return rows[0];
}

type EventKey = Pick<DueEvent, 'tenantId' | 'eventId'>;

/** Marks an event as reported, or as given up if there is an error. */
export async function endReporting(
  tx: Tx,
  { tenantId, eventId }: EventKey,
  { at, error }: { readonly at: Date; readonly error: string | null },
): Promise<void> {
  await sql`
    update affiliate_events
       set due_at = null,
           last_error = ${error},
           reported_at = case when ${error}::text is null then ${at}::timestamptz end
     where tenant_id = ${tenantId}
       and event_id = ${eventId}`.execute(tx);
}

export async function putReportOff(
  tx: Tx,
  { tenantId, eventId }: EventKey,
  { until, error }: { readonly until: Date; readonly error: string },
): Promise<void> {
  await sql`
    update affiliate_events
       set due_at = ${until},
           failures = failures + 1,
           last_error = ${error}
     where tenant_id = ${tenantId}
       and event_id = ${eventId}`.execute(tx);
}
