import { sql } from 'kysely';
import type { Day, Period } from '@app/shared/domain/billing/day.ts';
import type { InvoiceLine } from '@app/shared/domain/billing/invoice.ts';
import { json, type Executor, type Tx } from '../../../lib/db/db.ts';
import type { Billing } from './next-bill.ts';

/** Returns tenants whose open period is closed, or who pay as soon as an amount stands and have unbilled days. */
export async function listTenantsToBill(db: Executor, most: number): Promise<readonly string[]> {
  const { rows } = await sql<{ tenantId: string }>`
    select s.tenant_id as "tenantId"
      from tenant_subscriptions s
     where s.closed_through > s.billed_through
       and (s.closed_through >= s.period_from + 29 or s.frequency = 'daily')
       -- A subscription with pay as you go is looked at once for each closed day.
       and s.looked_at_through < s.closed_through
     order by s.closed_through
     limit ${most}`.execute(db);
  return rows.map(({ tenantId }) => tenantId);
}

interface LockedBilling extends Billing {
  readonly billingName: string;
}

/** Locks the subscription, so that a day is billed by one process only. */
export async function lockBilling(tx: Tx, tenantId: string): Promise<LockedBilling | null> {
  const { rows } = await sql<LockedBilling>`
    select s.period_from as "periodFrom",
           s.closed_through as "closedThrough",
           s.billed_through as "billedThrough",
           s.frequency,
           s.carry_mills::float8 as "carryMills",
           s.billing_name as "billingName"
      from tenant_subscriptions s
     where s.tenant_id = ${tenantId}
       for update`.execute(tx);
  return rows[0] ?? null;
}

export interface BilledThrough {
  readonly day: Day;
  readonly periodFrom: Day;
  readonly carryMills: number;
  readonly correctionIds: readonly string[];
  readonly at: Date;
}

/** Notes that all days and corrections up to a day are part of an invoice or of the carry. */
export async function markBilled(tx: Tx, tenantId: string, billed: BilledThrough): Promise<void> {
  const { day, periodFrom, carryMills, correctionIds, at } = billed;
  await sql`
    with corrected as (
      update corrections
         set billed_at = ${at}
       where tenant_id = ${tenantId}
         and correction_id = any (${correctionIds}::bigint[])
    )
    update tenant_subscriptions
       set billed_through = ${day},
           period_from = ${periodFrom},
           carry_mills = ${carryMills}
     where tenant_id = ${tenantId}`.execute(tx);
}

/** Notes that the closed days so far were looked at and that their amount still waits. */
export async function markLookedAt(tx: Tx, tenantId: string, day: Day): Promise<void> {
  await sql`
    update tenant_subscriptions
       set looked_at_through = ${day}
     where tenant_id = ${tenantId}`.execute(tx);
}

export interface NewInvoice {
  readonly tenantId: string;
  readonly invoiceId: string;
  readonly period: Period;
  readonly totalCents: number;
  readonly lines: readonly InvoiceLine[];
  readonly billingName: string;
  readonly createdAt: Date;
}

/** Creates an invoice that is to be collected at once. Its number continues those of the tenant. */
export async function insertInvoice(tx: Tx, invoice: NewInvoice): Promise<void> {
  const { tenantId, invoiceId, period, totalCents, lines, billingName, createdAt } = invoice;
  await sql`
    insert into invoices (
      tenant_id, invoice_id, number, from_day, to_day, total_cents, lines, billing_name, created_at, attempt_at
    )
    select ${tenantId}, ${invoiceId},
           ${tenantId.replaceAll('-', '').slice(0, 10).toUpperCase()} || '-' || lpad((count(*) + 1)::text, 4, '0'),
           ${period.from}, ${period.to}, ${totalCents}, ${json(lines)}::jsonb, ${billingName}, ${createdAt}, ${createdAt}
      from invoices i
     where i.tenant_id = ${tenantId}`.execute(tx);
}

export interface ListedInvoice {
  readonly number: string;
  readonly from: Day;
  readonly to: Day;
  readonly totalCents: number;
  readonly state: 'open' | 'processing' | 'paid' | 'failed' | 'void' | 'uncollectible';
  readonly refundedCents: number;
  readonly url: string | null;
  readonly pdfUrl: string | null;
}

export async function listInvoicesOf(tx: Tx, tenantId: string): Promise<readonly ListedInvoice[]> {
  const { rows } = await sql<ListedInvoice>`
    select i.number,
           i.from_day as "from",
           i.to_day as "to",
           i.total_cents::float8 as "totalCents",
           i.state,
           i.refunded_cents::float8 as "refundedCents",
           i.url,
           i.pdf_url as "pdfUrl"
      from invoices i
     where i.tenant_id = ${tenantId}
     order by i.created_at desc, i.number desc`.execute(tx);
  return rows;
}
