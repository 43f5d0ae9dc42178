import { dayMs, hourMs } from '@app/shared/base/time.ts';
import type { Context } from '../../../context.ts';
import { ExternalError } from '../../../external/marketplace/external-error.ts';
import type { Payments } from '../../../external/stripe/payments.ts';
import type { ProviderInvoice } from '../../../external/stripe/provider-invoices.ts';
import { settleByProvider } from '../collecting/settle.ts';
import { noteMismatches } from './provider-state-queries.ts';
import { readCharge } from './read-charge.ts';
import { findInvoices, listKeptInvoices, listLinkedInvoices, type LinkedInvoice } from './reconcile-queries.ts';

interface ReconcilingContext extends Pick<Context, 'db' | 'clock' | 'random' | 'keys' | 'config' | 'log'> {
  readonly payments: Payments;
}

/** The compared time is longer than a period and the attempts that follow it. */
const comparedMs = 60 * dayMs;

interface Mismatch {
  readonly kind: 'amount' | 'notOurs' | 'notTheirs';
  readonly invoiceId: string;
  readonly tenantId: string;
}

/**
 * Compares the invoices of the last weeks with those at the provider. The provider's final states are taken over with
 * the taxes, its amounts never: a different amount, or an invoice that only one side has, is logged for the operator,
 * counted and returned.
 */
export async function reconcile(ctx: ReconcilingContext): Promise<readonly Mismatch[]> {
  const since = new Date(ctx.clock.now().getTime() - comparedMs);
  const ours = new Map((await listLinkedInvoices(ctx.db.global, since)).map((invoice) => [invoice.invoiceId, invoice]));
  const theirs = await ctx.payments.invoices.listSince(since);
  const mismatches: Mismatch[] = [];
  const unknown = theirs.flatMap(({ tenantId, invoiceId }) =>
    tenantId === null || invoiceId === null || ours.has(invoiceId) ? [] : [{ tenantId, invoiceId }],
  );
  // An invoice that waited for a payment method is older here than there. An invoice that is being issued is not linked yet.
  for (const invoice of await findInvoices(ctx.db.global, unknown)) ours.set(invoice.invoiceId, invoice);
  const unknownIds = unknown.map(({ invoiceId }) => invoiceId);
  const erased = await listKeptInvoices(ctx.db.global, unknownIds);
  for (const invoice of theirs) {
    const { invoiceId, tenantId } = invoice;
    // The provider has the invoices of deleted tenants too.
    if (invoiceId === null || tenantId === null || erased.has(invoiceId)) continue;
    const known = ours.get(invoiceId);
    ours.delete(invoiceId);
    if (!known) mismatches.push({ kind: 'notOurs', invoiceId, tenantId });
    else if (invoice.status !== 'draft' && known.totalCents !== invoice.totalCents) {
      mismatches.push({ kind: 'amount', invoiceId, tenantId });
    } else if (differs(known, invoice)) await takeState(ctx, known, invoice);
  }
  for (const { invoiceId, tenantId } of ours.values()) mismatches.push({ kind: 'notTheirs', invoiceId, tenantId });
  for (const mismatch of mismatches) ctx.log.error(mismatch, 'an invoice differs from the one at the payment provider');
  await noteMismatches(ctx.db.global, mismatches.length, ctx.clock.now());
  return mismatches;
}

/** Compares final states only, because an open invoice may have changed since the lists were read. */
const differs = (known: LinkedInvoice, { status, taxCents }: ProviderInvoice): boolean =>
  (status === 'paid' || status === 'void' || status === 'uncollectible') &&
  (known.state !== status || known.taxCents !== taxCents);

async function takeState(ctx: ReconcilingContext, known: LinkedInvoice, provider: ProviderInvoice): Promise<void> {
  const { tenantId, invoiceId } = known;
  ctx.log.warn({ tenantId, invoiceId, state: provider.status }, 'the state of an invoice is taken over');
  const payment = { status: 'none', failure: null } as const;
  await ctx.db.tenant(tenantId, (tx) => settleByProvider(ctx, tx, { tenantId, invoiceId, provider, payment }));
}

/** While the provider does not answer, each charge would take as long as its calls may. */
const mostUnanswered = 2;

/**
 * Reads again the charges that were refunded in the last weeks, and takes their refunds over: the event about a refund
 * may be lost. Returns the ms until the next turn if some charges could not be read.
 */
export async function reconcileRefunds(ctx: ReconcilingContext): Promise<number | undefined> {
  const since = new Date(ctx.clock.now().getTime() - comparedMs);
  let nextInMs: number | undefined;
  let unanswered = 0;
  for (const chargeId of await ctx.payments.invoices.listRefundedCharges(since)) {
    try {
      const charged = await readCharge(ctx, chargeId);
      if (charged?.isRefundChanged) ctx.log.warn({ ...charged, chargeId }, 'the refunds of an invoice are taken over');
      unanswered = 0;
    } catch (error) {
      nextInMs = hourMs;
      const isExternal = error instanceof ExternalError;
      ctx.log[isExternal ? 'warn' : 'error']({ err: error, chargeId }, 'the refunds of a charge could not be read');
      unanswered = isExternal && !error.isPermanent ? unanswered + 1 : 0;
      if (unanswered === mostUnanswered) break;
    }
  }
  return nextInMs;
}
