import { sql } from 'kysely';
import type { Tx } from '../../../lib/db/db.ts';

interface UnpaidInvoice {
  readonly number: string;
  readonly totalCents: number;
  readonly firstAttemptAt: Date;
}

/** Returns the unpaid invoice whose collecting has failed most often. */
export async function findUnpaidInvoice(tx: Tx, tenantId: string): Promise<UnpaidInvoice | null> {
  const { rows } = await sql<UnpaidInvoice>`
    select i.number,
           i.total_cents::float8 as "totalCents",
           i.first_attempt_at as "firstAttemptAt"
      from invoices i
     where i.tenant_id = ${tenantId}
       and i.state in ('open', 'failed', 'processing')
       and i.first_attempt_at is not null
     order by i.failed_attempts desc, i.created_at
     limit 1`.execute(tx);
  return rows[0] ?? null;
}
