import { hourMs, minuteMs, secondMs } from '@app/shared/base/time.ts';
import { addDays, startOfDay } from '@app/shared/base/calendar-day.ts';
import type { Context } from '../../../context.ts';
import type { Payments } from '../../../external/stripe/payments.ts';
import type { OpenPayment, ProviderInvoice } from '../../../external/stripe/provider-invoices.ts';
import { PaymentRefused } from '../../../external/stripe/stripe-call.ts';
import { ExternalError } from '../../../external/marketplace/external-error.ts';
import { isAboutPayment, isAboutTaxLocation, isRequestRefused } from '../../../external/stripe/payment-refusals.ts';
import { backoffMs } from '../../../lib/backoff.ts';
import { everyTurn } from '../../../lib/jobs/tenant-turns.ts';
import { forgetIfDetached } from '../methods/forget-method.ts';
import { claimDueInvoices, putOff, type DueInvoice } from './due-invoice-queries.ts';
import { findAtProvider, numberAfter, withoutFormer, type ToIssue } from './former-customers.ts';
import { settleAttempt, settleByProvider, settleWithoutMethod, type Outcome } from './settle.ts';
import { linkInvoice } from './settling-queries.ts';

export interface CollectingContext extends Pick<Context, 'db' | 'clock' | 'random' | 'keys' | 'config' | 'log'> {
  readonly payments: Payments;
}

/** The lease is longer than all calls of one attempt together, each of which has its own deadline. */
const leaseMs = 5 * minuteMs;
const putOffMs = 15 * minuteMs;
/** Pauses after a refused request, which is an error of ours that only another release or setting corrects. */
const refusedBackoff = { firstMs: putOffMs, longestMs: 6 * hourMs };
const batchSize = 20;

/** Collects the invoices that are due. True if more are due. */
export async function collectInvoices(ctx: CollectingContext, turns = everyTurn): Promise<boolean> {
  const now = ctx.clock.now();
  const leaseEnd = new Date(now.getTime() + leaseMs);
  const due = await ctx.db.acrossTenants((db) => claimDueInvoices(db, { now, leaseEnd, most: batchSize }));
  await turns.each(due, async (invoice) => {
    // If the provider is slow, the lease may end before the turn of an invoice; another process may then have claimed
    // the invoice.
    if (ctx.clock.now() < leaseEnd) await collect(ctx, invoice);
  });
  return due.length === batchSize;
}

async function collect(ctx: CollectingContext, due: DueInvoice): Promise<void> {
  const { tenantId, invoiceId } = due;
  try {
    const outcome = await attempt(ctx, due);
    if (outcome === 'notIssued') await putOffRefused(ctx, due, 'The total at the payment provider differs');
    else if (outcome === 'noMethod') await ctx.db.tenant(tenantId, (tx) => settleWithoutMethod(tx, due));
    else if (outcome) await ctx.db.tenant(tenantId, (tx) => settleAttempt(ctx, tx, { ...attemptOf(due), outcome }));
  } catch (error) {
    if (!(error instanceof ExternalError)) throw error;
    const about = { err: error, tenantId, invoiceId };
    if (error.isPermanent) {
      ctx.log.error(about, 'the payment provider refuses the request for an invoice');
      await putOffRefused(ctx, due, error.message);
    } else {
      ctx.log.warn(about, 'the payment provider did not answer, the invoice is put off');
      const until = new Date(ctx.clock.now().getTime() + putOffMs);
      await ctx.db.tenant(tenantId, (tx) => putOff(tx, due, { until, requestError: null }));
    }
  }
}

async function putOffRefused(ctx: CollectingContext, due: DueInvoice, requestError: string): Promise<void> {
  const waitMs = backoffMs(refusedBackoff, due.putOffs, ctx.random);
  const until = new Date(ctx.clock.now().getTime() + waitMs);
  await ctx.db.tenant(due.tenantId, (tx) => putOff(tx, due, { until, requestError }));
}

const attemptOf = ({ tenantId, invoiceId, attempts, method }: DueInvoice) => ({
  tenantId,
  invoiceId,
  attempts,
  methodId: method?.id ?? null,
});

/** `noMethod`: there is no payment method, or it was detached at the provider. */
type AttemptResult = Outcome | 'notIssued' | 'noMethod' | null;

type PaymentMethod = NonNullable<DueInvoice['method']>;

async function attempt(ctx: CollectingContext, due: DueInvoice): Promise<AttemptResult> {
  const { tenantId, invoiceId, customerId, method, providerInvoiceId } = due;
  if (due.state === 'processing' && providerInvoiceId !== null) {
    // A transfer goes on when its bank account is removed.
    await readAgain(ctx, due, providerInvoiceId);
    return null;
  }
  if (customerId === null || method === null) return 'noMethod';
  try {
    return await attemptWith(ctx, { due, customerId, method });
  } catch (error) {
    if (!(error instanceof ExternalError) || !isRequestRefused(error)) throw error;
    // Only the owner can tell the address, so that this counts like a declined card.
    if (isAboutTaxLocation(error)) return { ...refusalFor(addressNeeded), needsAddress: true };
    if (await forgetIfDetached(ctx, { tenantId, customerId, methodId: method.id })) return 'noMethod';
    // Any other refusal is an error of ours, and must not count against the customer.
    if (!isAboutPayment(error)) throw error;
    ctx.log.warn({ err: error, tenantId, invoiceId }, 'the payment provider does not accept the payment method');
    return refusalFor('The payment method is not accepted any more');
  }
}

/** Records the present state of an invoice at the provider. */
async function readAgain(
  ctx: CollectingContext,
  { tenantId, invoiceId }: DueInvoice,
  providerInvoiceId: string,
): Promise<void> {
  const provider = await ctx.payments.invoices.read(providerInvoiceId);
  const payment = await openPayment(ctx.payments, provider);
  await ctx.db.tenant(tenantId, (tx) => settleByProvider(ctx, tx, { tenantId, invoiceId, provider, payment }));
}

interface Attempt {
  readonly due: DueInvoice;
  readonly customerId: string;
  readonly method: PaymentMethod;
}

/**
 * Makes one attempt, every step of which may be repeated after a crash: the invoice is found again by our id, and each
 * request has an idempotency key. Returns `null` if the provider's state was recorded without an attempt, and
 * `notIssued` if the invoice could not be made there.
 */
async function attemptWith(
  ctx: CollectingContext,
  { due, customerId, method }: Attempt,
): Promise<Outcome | 'notIssued' | null> {
  const { payments } = ctx;
  const { tenantId, invoiceId } = due;
  const { known, replaced } = await findAtProvider(payments, due, customerId);
  if (known && known.status !== 'draft') {
    const payment = await openPayment(payments, known);
    // The invoice was paid on the payment page, or a transfer is on its way.
    if (known.status !== 'open' || payment.status === 'processing') {
      await ctx.db.tenant(tenantId, (tx) =>
        settleByProvider(ctx, tx, { tenantId, invoiceId, provider: known, payment }),
      );
      return null;
    }
  }
  const refusal = refusalBefore(due, method);
  if (refusal !== null) return refusal;
  const open =
    known?.status === 'open' && known.customerId === customerId
      ? known
      : await issue(ctx, { due, customerId, ...(await withoutFormer(payments, customerId, { known, replaced })) });
  if (!open) return 'notIssued';
  await ctx.db.tenant(tenantId, (tx) => linkInvoice(tx, due, open));
  try {
    const paid = await payments.invoices.pay(open, { methodId: method.id, key: keyOf(due) });
    return { kind: paid.status === 'paid' ? 'paid' : 'processing' };
  } catch (error) {
    if (error instanceof ExternalError && isRequestRefused(error) && (await settleIfPaid(ctx, due, open))) return null;
    if (!(error instanceof PaymentRefused)) throw error;
    const { message, needsConfirmation, isFinal } = error;
    return { ...refusalFor(message), needsConfirmation, refusedMethodId: isFinal ? method.id : null };
  }
}

/**
 * Records an invoice that was paid on its page during the attempt, or whose payment is on its way. Returns true in both
 * cases.
 */
async function settleIfPaid(ctx: CollectingContext, due: DueInvoice, open: ProviderInvoice): Promise<boolean> {
  const { tenantId, invoiceId } = due;
  const provider = await ctx.payments.invoices.read(open.providerInvoiceId);
  const payment = await openPayment(ctx.payments, provider);
  if (provider.status === 'open' && payment.status !== 'processing') return false;
  await ctx.db.tenant(tenantId, (tx) => settleByProvider(ctx, tx, { tenantId, invoiceId, provider, payment }));
  return true;
}

/** Returns the part of an idempotency key that differs between attempts. */
const keyOf = ({ attempts, putOffs }: DueInvoice): string => `${attempts}.${putOffs}`;

const addressNeeded =
  'The tax cannot be computed without your complete billing address. Please save it under “Billing history”: the open amount is charged at once.';

const refusalFor = (reason: string | null): Outcome & { readonly kind: 'refused' } => ({
  kind: 'refused',
  reason,
  needsConfirmation: false,
  needsAddress: false,
  refusedMethodId: null,
});

/** The rules of the ACH network let a returned transfer from a bank account be repeated twice. */
const mostTransfers = 3;

/**
 * Returns the refusal of an attempt that is known to be useless, which counts as failed without a charge, so that the
 * schedule of attempts continues; `null` for any other attempt.
 */
function refusalBefore(due: DueInvoice, method: PaymentMethod): Outcome | null {
  const useless = (reason: string | null): Outcome => ({ ...refusalFor(reason), refusedMethodId: method.id });
  if (method.status === 'disputed') return useless('A charge of this payment method was disputed');
  if (method.kind === 'ach' && due.transfers >= mostTransfers) return useless('The bank has returned the transfer');
  // The owner is told the reason that the provider gave when it refused the method.
  if (method.id === due.refusedMethodId) return useless(due.lastError);
  return null;
}

const openPayment = async ({ invoices }: Payments, known: ProviderInvoice): Promise<OpenPayment> =>
  known.status === 'open' ? invoices.readOpenPayment(known.providerInvoiceId) : { status: 'none', failure: null };

interface Issue extends ToIssue {
  readonly due: DueInvoice;
  readonly customerId: string;
}

/**
 * Creates the invoice at the provider and makes it final. The provider's total must be ours to the cent: otherwise the
 * draft is deleted, `null` is returned and an operator has to look.
 */
async function issue({ payments, log }: CollectingContext, { due, draft, replaced, customerId }: Issue) {
  const { tenantId, invoiceId, totalCents, lines } = due;
  const { invoices } = payments;
  const key = replaced ? `${keyOf(due)}:${replaced.providerInvoiceId}` : keyOf(due);
  const number = replaced ? numberAfter(replaced.number ?? due.number) : due.number;
  const created = draft ?? (await invoices.createDraft({ customerId, tenantId, invoiceId, number, key }));
  const order = { lines, period: periodOf(due) };
  const filled = created.totalCents === totalCents ? created : await invoices.addLines(created, order, key);
  if (filled.totalCents === totalCents) return invoices.finalize(filled, key);
  log.error({ tenantId, invoiceId, ours: totalCents, theirs: filled.totalCents }, 'the totals of an invoice differ');
  await invoices.deleteDraft(filled);
  return null;
}

/** The period ends with the last second of its last day, because the provider's pages name the day of that instant. */
const periodOf = ({ from, to }: DueInvoice) => ({
  from: startOfDay(from),
  to: new Date(startOfDay(addDays(to, 1)).getTime() - secondMs),
});
