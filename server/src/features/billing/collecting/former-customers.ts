import type { Payments } from '../../../external/stripe/payments.ts';
import type { ProviderInvoice } from '../../../external/stripe/provider-invoices.ts';
import type { DueInvoice } from './due-invoice-queries.ts';

/*
 * When a customer is deleted at the provider, its open invoices stay there, and no payment method can pay them any
 * more. The tenant gets a new customer with its next payment method. The open invoice is then replaced by one of the new
 * customer.
 */

interface FoundInvoice {
  /** The invoice, which may still be one of the deleted customer; `null` if it has to be made. */
  readonly known: ProviderInvoice | null;
  /** The invoice of the deleted customer, once it has ended. */
  readonly replaced: ProviderInvoice | null;
}

/** The draft or the ended invoice at the provider that an invoice is issued from; both are `null` for a new one. */
export interface ToIssue {
  /** A draft that an earlier attempt has left. */
  readonly draft: ProviderInvoice | null;
  /** The ended invoice of a deleted customer, which the new one replaces. */
  readonly replaced: ProviderInvoice | null;
}

/** Finds an invoice at the provider by its link, or by our id if the answer to the last attempt was lost. */
export async function findAtProvider(
  { invoices }: Payments,
  { providerInvoiceId, invoiceId }: DueInvoice,
  customerId: string,
): Promise<FoundInvoice> {
  const linked = providerInvoiceId === null ? null : await invoices.read(providerInvoiceId);
  // An earlier attempt has taken our id off an invoice to replace it, and ended before that. It may be paid by now.
  if (linked && (linked.invoiceId !== null || linked.status === 'paid')) return { known: linked, replaced: null };
  if (linked?.status === 'open') await invoices.retire(linked.providerInvoiceId);
  return { known: await invoices.find({ customerId, invoiceId }), replaced: linked };
}

/** Ends the open invoice of a deleted customer, if this is one. */
export async function withoutFormer(
  { invoices }: Payments,
  customerId: string,
  { known, replaced }: FoundInvoice,
): Promise<ToIssue> {
  if (known?.status !== 'open' || known.customerId === customerId) return { draft: known, replaced };
  await invoices.retire(known.providerInvoiceId);
  return { draft: null, replaced: known };
}

/** The provider takes a number once, so that an invoice that replaces another one has a suffix: `-R1`, `-R2`. */
export function numberAfter(number: string): string {
  const [, stem = number, count = '0'] = /^(.*)-R(\d+)$/.exec(number) ?? [];
  return `${stem}-R${Number(count) + 1}`;
}
