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
