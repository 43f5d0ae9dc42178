import { sql } from 'kysely';
import type { Tx } from '../../../lib/db/db.ts';

export interface UnpaidInvoice {
  readonly number: string;
  /** The amount with tax. */
  readonly amountCents: number;
  readonly state: 'open' | 'failed' | 'processing';
  readonly firstAttemptAt: Date;
  /** The next attempt; `null` if only a new payment method is charged. */
  readonly attemptAt: Date | null;
  /** The reason of the last failure: the words of the provider, or ours if the billing address is missing. */
  readonly lastError: string | null;
  readonly needsAddress: boolean;
  /** The bank asks the owner to confirm the payment on the page of the invoice. */
  readonly needsConfirmation: boolean;
  /** The current payment method was refused for good, so that only another one is charged. */
  readonly isMethodRefused: boolean;
}

/** Returns the unpaid invoice whose collecting has failed most often. */
export async function findUnpaidInvoice(tx: Tx, tenantId: string): Promise<UnpaidInvoice | null> {
  const { rows } = await sql<UnpaidInvoice>`
    select i.number,
           (i.total_cents + i.tax_cents)::float8 as "amountCents",
           i.state,
           i.first_attempt_at as "firstAttemptAt",
           i.attempt_at as "attemptAt",
           i.last_error as "lastError",
           i.needs_address as "needsAddress",
           i.needs_confirmation as "needsConfirmation",
           exists (select 1
                     from payment_methods m
                    where m.tenant_id = ${tenantId}
                      and m.is_current
                      and m.method_id = i.refused_method_id) as "isMethodRefused"
      from invoices i
     where i.tenant_id = ${tenantId}
       and i.state in ('open', 'failed', 'processing')
       and i.first_attempt_at is not null
     order by i.failed_attempts desc, i.created_at
     limit 1`.execute(tx);
  return rows[0] ?? null;
}

/** Lets transfers that another bank account has returned not count against a new payment method. */
export async function forgetTransfers(tx: Tx, tenantId: string): Promise<void> {
  await sql`
    update invoices
       set transfers = 0
     where tenant_id = ${tenantId}
       and state in ('open', 'failed', 'processing')`.execute(tx);
}
