import { isDeepStrictEqual } from 'node:util';
import type { Context } from '../../../context.ts';
import { ExternalError } from '../../../external/marketplace/external-error.ts';
import type { Payments } from '../../../external/stripe/payments.ts';
import type { ChargeFacts, ProviderInvoice } from '../../../external/stripe/provider-invoices.ts';
import type { InvoiceKey } from '../collecting/due-invoice-queries.ts';
import { noteRefund } from '../collecting/note-refund.ts';
import { settleByProvider } from '../collecting/settle.ts';
import { findInvoiceAtProvider } from '../collecting/settling-queries.ts';
import { markDisputed } from '../methods/method-queries.ts';
import { review } from '../standing/review.ts';

interface ReadingContext extends Pick<Context, 'db' | 'clock' | 'random' | 'keys' | 'config' | 'log'> {
  readonly payments: Payments;
}

/** A charge that still differs after this many readings is read again later, so that it does not hold up others. */
const mostReadings = 5;

/** Records the present state of an invoice at the provider. */
export async function readInvoice(ctx: ReadingContext, providerInvoiceId: string): Promise<void> {
  const { invoices } = ctx.payments;
  const provider = await invoices.read(providerInvoiceId);
  const key = await findOurs(ctx, provider);
  if (!key) return;
  const payment =
    provider.status === 'open'
      ? await invoices.readOpenPayment(providerInvoiceId)
      : ({ status: 'none', failure: null } as const);
  await ctx.db.tenant(key.tenantId, (tx) => settleByProvider(ctx, tx, { ...key, provider, payment }));
}

/**
 * Returns our invoice; `null` if an invoice at the provider is not ours, for example one that somebody made by hand
 * there. An invoice that is being replaced has lost our id: its end says nothing about our invoice, but until then it
 * may be paid on its page.
 */
async function findOurs(ctx: ReadingContext, provider: ProviderInvoice): Promise<InvoiceKey | null> {
  const { providerInvoiceId, tenantId, invoiceId, status } = provider;
  if (tenantId !== null && invoiceId !== null) return { tenantId, invoiceId };
  return status === 'paid' ? findInvoiceAtProvider(ctx.db.global, providerInvoiceId) : null;
}

/** The invoice that a charge has paid. */
interface ChargedInvoice extends InvoiceKey {
  /** Whether another amount was refunded than was stored. */
  readonly isRefundChanged: boolean;
}

/** Records the present state of a charge and of its invoice. Returns `null` for a charge that is not ours. */
export async function readCharge(ctx: ReadingContext, chargeId: string): Promise<ChargedInvoice | null> {
  const { invoices } = ctx.payments;
  const charge = await invoices.readCharge(chargeId);
  const { providerInvoiceId } = charge;
  if (providerInvoiceId === null) return null;
  const key = await findInvoiceAtProvider(ctx.db.global, providerInvoiceId);
  if (!key) return null;
  // The payment is recorded before its refund, whose event may come first.
  await readInvoice(ctx, providerInvoiceId);
  let isRefundChanged = await storeCharge(ctx, key, charge);
  // Another process may have stored the charge as a newer event left it, after the first reading and before this one
  // stored its own. The charge is therefore read until it is as it was stored.
  let stored = charge;
  for (let readings = 1; readings < mostReadings; readings += 1) {
    const present = await invoices.readCharge(chargeId);
    if (isDeepStrictEqual(present, stored)) return { ...key, isRefundChanged };
    isRefundChanged = (await storeCharge(ctx, key, present)) || isRefundChanged;
    stored = present;
  }
  throw new ExternalError('charges', 'a charge differs at each reading', { isPermanent: false });
}

/** Returns whether another amount was refunded than was stored. */
function storeCharge(ctx: ReadingContext, key: InvoiceKey, charge: ChargeFacts): Promise<boolean> {
  const { hasSucceeded, refundedCents, failedRefund, isDisputed, methodId } = charge;
  const { tenantId } = key;
  return ctx.db.tenant(tenantId, async (tx) => {
    // A refused charge of the same invoice was not refunded; its event may come after that of the refund.
    const isRefundChanged =
      hasSucceeded && (await noteRefund(ctx, tx, { ...key, refundedCents, failedRefund, isDisputed }));
    if (isDisputed && methodId !== null) await markDisputed(tx, tenantId, methodId);
    await review(ctx, tx, tenantId);
    return isRefundChanged;
  });
}
