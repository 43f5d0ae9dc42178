import { sql } from 'kysely';
import type { Day } from '@app/shared/base/calendar-day.ts';
import type { InvoiceLine } from '@app/shared/domain/billing/invoice.ts';
import { claimEach, type Lease } from '../../../lib/db/claim-each.ts';
import type { Executor, Tx } from '../../../lib/db/db.ts';
import { announceWork } from '../../../lib/jobs/work-bells.ts';

export interface InvoiceKey {
  readonly tenantId: string;
  readonly invoiceId: string;
}

/** An invoice that this process collects, until the lease ends. */
export interface DueInvoice extends InvoiceKey {
  readonly number: string;
  readonly from: Day;
  readonly to: Day;
  readonly totalCents: number;
  readonly lines: readonly InvoiceLine[];
  readonly state: 'open' | 'processing' | 'failed';
  readonly attempts: number;
  readonly putOffs: number;
  readonly transfers: number;
  readonly refusedMethodId: string | null;
  /** The reason of the last refusal. */
  readonly lastError: string | null;
  readonly providerInvoiceId: string | null;
  readonly customerId: string | null;
  readonly method: { readonly id: string; readonly kind: 'card' | 'ach'; readonly status: string } | null;
}

/** Claims invoices that are due over all tenants, the longest due first. They are due again at the end of the lease. */
export async function claimDueInvoices(
  db: Executor,
  { now, leaseEnd, most }: { readonly now: Date; readonly leaseEnd: Date; readonly most: number },
): Promise<readonly DueInvoice[]> {
  const { rows } = await sql<InvoiceKey>`
    select i.tenant_id as "tenantId", i.invoice_id as "invoiceId"
      from invoices i
     where i.attempt_at <= ${now}
     order by i.attempt_at
     limit ${most}`.execute(db);
  return claimEach(rows, (key) => claimDueInvoice(db, key, { now, leaseEnd }));
}

async function claimDueInvoice(
  db: Executor,
  { tenantId, invoiceId }: InvoiceKey,
  { now, leaseEnd }: Lease,
): Promise<DueInvoice | undefined> {
  const { rows } = await sql<DueInvoice>`
    with due as (
      select d.invoice_id
        from invoices d
       where d.tenant_id = ${tenantId}
         and d.invoice_id = ${invoiceId}
         and d.attempt_at <= ${now}
         for update skip locked
    ),
    claimed as (
      update invoices i
         set attempt_at = ${leaseEnd}
        from due u
       where i.tenant_id = ${tenantId}
         and i.invoice_id = u.invoice_id
      returning i.*
    )
    select i.tenant_id as "tenantId",
           i.invoice_id as "invoiceId",
           i.number,
           i.from_day as "from",
           i.to_day as "to",
           i.total_cents::float8 as "totalCents",
           i.lines,
           i.state,
           i.attempts,
           i.put_offs as "putOffs",
           i.transfers,
           i.refused_method_id as "refusedMethodId",
           i.last_error as "lastError",
           i.provider_invoice_id as "providerInvoiceId",
           s.customer_id as "customerId",
           case when m.method_id is not null then
             json_build_object('id', m.method_id, 'kind', m.method, 'status', m.status)
           end as method
      from claimed i
      join tenant_subscriptions s
        on s.tenant_id = ${tenantId}
      left join payment_methods m
        on m.tenant_id = ${tenantId}
       and m.is_current`.execute(db);
  return rows[0];
}

/**
 * True for an invoice (`i`) whose only failed attempts were counted by an earlier release without a payment method.
 * Such an invoice still waits for its first attempt.
 */
export const hasWaited = sql`(i.last_error = 'There is no payment method' and i.provider_invoice_id is null)`;

/** Makes the invoices due immediately that were refused for want of an address. */
export async function makeUnaddressedDue(tx: Tx, tenantId: string, now: Date): Promise<void> {
  await sql`
    update invoices
       set attempt_at = ${now}
     where tenant_id = ${tenantId}
       and state = 'failed'
       and needs_address`.execute(tx);
  announceWork('billing');
}

/** Makes the unpaid invoices due immediately, for example for a new payment method. */
export async function makeUnpaidDue(tx: Tx, tenantId: string, now: Date): Promise<void> {
  await sql`
    update invoices i
       set attempt_at = ${now},
           failed_attempts = case when ${hasWaited} then 0 else failed_attempts end,
           first_attempt_at = case when ${hasWaited} then null else first_attempt_at end,
           last_error = case when ${hasWaited} then null else last_error end
     where tenant_id = ${tenantId}
       and state in ('open', 'failed')`.execute(tx);
  announceWork('billing');
}

/**
 * Makes the unpaid invoices due immediately for which a card was refused for good that its bank has renewed since. A
 * disputed card is not charged any more.
 */
export async function makeRefusedDue(
  tx: Tx,
  { tenantId, methodId, now }: { readonly tenantId: string; readonly methodId: string; readonly now: Date },
): Promise<void> {
  await sql`
    update invoices i
       set attempt_at = ${now},
           refused_method_id = null
      from payment_methods m
     where i.tenant_id = ${tenantId}
       and i.refused_method_id = ${methodId}
       and i.state in ('open', 'failed')
       and m.tenant_id = ${tenantId}
       and m.method_id = ${methodId}
       and m.status = 'usable'
       and m.is_current`.execute(tx);
  announceWork('billing');
}

/** Stops the attempts for the tenant's unpaid invoices until a payment method is saved. */
export async function awaitMethod(tx: Tx, tenantId: string): Promise<void> {
  await sql`
    update invoices
       set attempt_at = null,
           request_error = null
     where tenant_id = ${tenantId}
       and state in ('open', 'failed')`.execute(tx);
}

export async function hasMethod(tx: Tx, tenantId: string): Promise<boolean> {
  const { rows } = await sql`
    select 1
      from payment_methods m
     where m.tenant_id = ${tenantId}
       and m.is_current`.execute(tx);
  return rows.length > 0;
}

/** Returns the number of invoices, over all tenants, for which the provider refuses a request. */
export async function countRefusedRequests(db: Executor): Promise<number> {
  const { rows } = await sql<{ invoices: number }>`
    select count(*)::int as invoices
      from invoices i
     where i.request_error is not null`.execute(db);
  return rows[0]?.invoices ?? 0;
}

interface PutOff {
  readonly until: Date;
  /** The answer to a request that the provider refuses; `null` if it did not answer. */
  readonly requestError: string | null;
}

/** Puts off an attempt that the provider did not answer or accept. The attempt does not count as failed. */
export async function putOff(
  tx: Tx,
  { tenantId, invoiceId }: InvoiceKey,
  { until, requestError }: PutOff,
): Promise<void> {
  await sql`
    update invoices
       set attempt_at = ${until},
           put_offs = put_offs + 1,
           request_error = coalesce(${requestError}, request_error)
     where tenant_id = ${tenantId}
       and invoice_id = ${invoiceId}
       and attempt_at is not null`.execute(tx);
}
