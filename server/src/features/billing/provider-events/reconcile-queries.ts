import { sql } from 'kysely';
import type { Executor } from '../../../lib/db/db.ts';

export interface LinkedInvoice {
  readonly tenantId: string;
  readonly invoiceId: string;
  readonly totalCents: number;
  readonly taxCents: number;
  readonly state: string;
}

const columns = sql`
           i.tenant_id as "tenantId",
           i.invoice_id as "invoiceId",
           i.total_cents::float8 as "totalCents",
           i.tax_cents::float8 as "taxCents",
           i.state`;

/** Returns the invoices since an instant that exist at the provider, over all tenants. */
export async function listLinkedInvoices(db: Executor, since: Date): Promise<readonly LinkedInvoice[]> {
  const { rows } = await sql<LinkedInvoice>`
    select ${columns}
      from invoices i
     where i.created_at > ${since}
       and i.provider_invoice_id is not null`.execute(db);
  return rows;
}

/** Returns those of the named invoices that we have, of whatever age and whether or not they are linked. */
export async function findInvoices(
  db: Executor,
  named: readonly Pick<LinkedInvoice, 'tenantId' | 'invoiceId'>[],
): Promise<readonly LinkedInvoice[]> {
  if (named.length === 0) return [];
  const { rows } = await sql<LinkedInvoice>`
    select ${columns}
      from invoices i
     where i.tenant_id = any (${named.map(({ tenantId }) => tenantId)}::uuid[])
       and i.invoice_id = any (${named.map(({ invoiceId }) => invoiceId)}::uuid[])`.execute(db);
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
