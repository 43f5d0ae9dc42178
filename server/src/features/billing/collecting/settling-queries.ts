import { sql, type RawBuilder } from 'kysely';
import type { Day } from '@app/shared/base/calendar-day.ts';
import type { ChargeRefunds } from '../../../external/stripe/charge-refunds.ts';
import type { ProviderInvoice } from '../../../external/stripe/provider-invoices.ts';
import type { Executor, Tx } from '../../../lib/db/db.ts';
import type { InvoiceKey } from './due-invoice-queries.ts';

export interface CollectedInvoice {
  readonly state: 'open' | 'processing' | 'paid' | 'failed' | 'void' | 'uncollectible';
  readonly failedAttempts: number;
  readonly firstAttemptAt: Date | null;
  readonly attempts: number;
  readonly transfers: number;
  /** The amount without tax. */
  readonly totalCents: number;
  readonly taxCents: number;
  readonly needsConfirmation: boolean;
  readonly number: string;
  readonly from: Day;
  readonly to: Day;
  readonly url: string | null;
  readonly pdfUrl: string | null;
  readonly currentMethodId: string | null;
}

export async function lockInvoice(tx: Tx, { tenantId, invoiceId }: InvoiceKey): Promise<CollectedInvoice | null> {
  const { rows } = await sql<CollectedInvoice>`
    select i.state,
           i.failed_attempts as "failedAttempts",
           i.first_attempt_at as "firstAttemptAt",
           i.attempts,
           i.transfers,
           i.total_cents::float8 as "totalCents",
           i.tax_cents::float8 as "taxCents",
           i.needs_confirmation as "needsConfirmation",
           i.number,
           i.from_day as "from",
           i.to_day as "to",
           i.url,
           i.pdf_url as "pdfUrl",
           (select m.method_id
              from payment_methods m
             where m.tenant_id = ${tenantId}
               and m.is_current) as "currentMethodId"
      from invoices i
     where i.tenant_id = ${tenantId}
       and i.invoice_id = ${invoiceId}
       for update of i`.execute(tx);
  return rows[0] ?? null;
}

export interface InvoiceChange {
  readonly state: CollectedInvoice['state'];
  readonly attempts: number;
  readonly failedAttempts: number;
  readonly transfers: number;
  readonly firstAttemptAt: Date | null;
  readonly attemptAt: Date | null;
  readonly lastError: string | null;
  readonly needsConfirmation: boolean;
  readonly needsAddress: boolean;
  /** The method that is not charged again; `undefined` leaves the stored one as it is. */
  readonly refusedMethodId?: string | null;
  readonly paidAt: Date | null;
}

export async function saveInvoice(tx: Tx, { tenantId, invoiceId }: InvoiceKey, change: InvoiceChange): Promise<void> {
  await sql`
    update invoices
       set state = ${change.state},
           attempts = ${change.attempts},
           failed_attempts = ${change.failedAttempts},
           transfers = ${change.transfers},
           first_attempt_at = ${change.firstAttemptAt},
           attempt_at = ${change.attemptAt},
           last_error = ${change.lastError},
           request_error = null,
           needs_confirmation = ${change.needsConfirmation},
           needs_address = ${change.needsAddress},
           refused_method_id = coalesce(${change.refusedMethodId ?? null}, refused_method_id),
           paid_at = coalesce(paid_at, ${change.paidAt})
     where tenant_id = ${tenantId}
       and invoice_id = ${invoiceId}`.execute(tx);
}

/** Stores where the invoice is found at the provider, and the tax that the provider has added. */
export async function linkInvoice(
  tx: Tx,
  { tenantId, invoiceId }: InvoiceKey,
  link: Pick<ProviderInvoice, 'providerInvoiceId' | 'taxCents' | 'url' | 'pdfUrl'>,
): Promise<void> {
  await sql`
    update invoices
       set provider_invoice_id = ${link.providerInvoiceId},
           tax_cents = ${link.taxCents},
           url = coalesce(${link.url}, url),
           pdf_url = coalesce(${link.pdfUrl}, pdf_url)
     where tenant_id = ${tenantId}
       and invoice_id = ${invoiceId}`.execute(tx);
}

/** Returns the part of a refund of an invoice (`i`) that is not tax: a refund gives the tax back in proportion. */
const withoutTax = (refundedCents: RawBuilder<unknown>) => sql`
           round(least(${refundedCents}, i.total_cents + i.tax_cents) * i.total_cents
                 / greatest(i.total_cents + i.tax_cents, 1)::numeric)`;

/** Returns the part of a paid invoice that was not refunded, without tax. */
export async function findKeptCents(tx: Tx, { tenantId, invoiceId }: InvoiceKey): Promise<number> {
  const { rows } = await sql<{ cents: number }>`
    select (i.total_cents - ${withoutTax(sql`i.refunded_cents`)})::float8 as cents
      from invoices i
     where i.tenant_id = ${tenantId}
       and i.invoice_id = ${invoiceId}`.execute(tx);
  return rows[0]?.cents ?? 0;
}

/** Finds an invoice by its id at the provider, over all tenants. */
export async function findInvoiceAtProvider(db: Executor, providerInvoiceId: string): Promise<InvoiceKey | null> {
  const { rows } = await sql<InvoiceKey>`
    select i.tenant_id as "tenantId", i.invoice_id as "invoiceId"
      from invoices i
     where i.provider_invoice_id = ${providerInvoiceId}`.execute(db);
  return rows[0] ?? null;
}

interface SavedRefund {
  /** By how many cents the refund has grown, without tax; negative if a refund has failed. */
  readonly moreCents: number;
  /** By how many cents it has shrunk, with tax, because refunds have failed that were stored before. */
  readonly lessCents: number;
  readonly number: string;
  /** The reason of a failure that is stored for the first time. */
  readonly failure: string | null;
}

interface RefundState extends Pick<ChargeRefunds, 'refundedCents' | 'failedRefund'> {
  readonly isDisputed: boolean;
}

/**
 * Stores the total refund of an invoice. A paid invoice has no other error than that of a refund: it begins with a
 * failure, also of a refund that is not the last one, and ends when another refund is made.
 */
export async function saveRefund(
  tx: Tx,
  { tenantId, invoiceId }: InvoiceKey,
  { refundedCents, failedRefund, isDisputed }: RefundState,
): Promise<SavedRefund> {
  const { rows } = await sql<SavedRefund>`
    update invoices i
       set refunded_cents = ${refundedCents},
           is_disputed = ${isDisputed},
           last_error = case when i.state <> 'paid' then i.last_error
                             when ${failedRefund?.isLast ?? false}::boolean or ${refundedCents}::bigint < before.refunded_cents
                             then ${failedRefund?.reason ?? null}
                             when ${refundedCents}::bigint > before.refunded_cents then null
                             else i.last_error
                             end
      from (select b.tenant_id, b.invoice_id, b.refunded_cents, b.last_error
              from invoices b
             where b.tenant_id = ${tenantId}
               and b.invoice_id = ${invoiceId}
               for update) before
     where i.tenant_id = ${tenantId}
       and i.invoice_id = before.invoice_id
    returning (${withoutTax(sql`i.refunded_cents`)} - ${withoutTax(sql`before.refunded_cents`)})::float8 as "moreCents",
              greatest(before.refunded_cents - i.refunded_cents, 0)::float8 as "lessCents",
              i.number,
              case when i.last_error is distinct from before.last_error or i.refunded_cents < before.refunded_cents
                   then i.last_error end as failure`.execute(tx);
  return rows[0] ?? { moreCents: 0, lessCents: 0, number: '', failure: null };
}
