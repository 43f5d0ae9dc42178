import { sql } from 'kysely';
import type { Executor } from '../../../lib/db/db.ts';

export interface LinkedInvoice {
  readonly tenantId: string;
  readonly invoiceId: string;
  readonly totalCents: number;
  readonly state: string;
}

/** Returns the invoices since an instant that exist at the provider, over all tenants. */
export async function listLinkedInvoices(db: Executor, since: Date): Promise<readonly LinkedInvoice[]> {
  const { rows } = await sql<LinkedInvoice>`
    select i.tenant_id as "tenantId",
           i.invoice_id as "invoiceId",
           i.total_cents::float8 as "totalCents",
           i.state
      from invoices i
     where i.created_at > ${since}
       and i.provider_invoice_id is not null`.execute(db);
  return rows;
}

/** Returns which of these invoices are kept for tenants that were deleted. */
export async function listKeptInvoices(db: Executor, invoiceIds: readonly string[]): Promise<ReadonlySet<string>> {
  if (invoiceIds.length === 0) return new Set();
  const { rows } = await sql<{ invoiceId: string }>`
    select k.invoice_id as "invoiceId"
      from kept_invoices k
     where k.invoice_id = any (${invoiceIds}::uuid[])`.execute(db);
  return new Set(rows.map(({ invoiceId }) => invoiceId));
}
