import { dayMs } from '@app/shared/base/time.ts';
import { addDays, dayOf } from '@app/shared/base/calendar-day.ts';
import { attemptDays, isServed, suspendingAttempts } from '@app/shared/domain/billing/subscription.ts';
import type { Context } from '../../../context.ts';
import type { OpenPayment, ProviderInvoice } from '../../../external/stripe/provider-invoices.ts';
import type { Tx } from '../../../lib/db/db.ts';
import { enqueueAccountEvents } from '../../delivering/outbox/account-event-queries.ts';
import { insertAffiliateEvent } from '../affiliates/affiliate-queries.ts';
import type { BillingMail } from '../mails/billing-mail.ts';
import { enqueueBillingMail } from '../mails/enqueue-billing-mail.ts';
import { review } from '../standing/review.ts';
import { lockSubscription } from '../standing/subscription-queries.ts';
import { awaitMethod, hasMethod, type InvoiceKey } from './due-invoice-queries.ts';
import {
  linkInvoice,
  lockInvoice,
  saveInvoice,
  type CollectedInvoice,
  type InvoiceChange,
} from './settling-queries.ts';

type SettlingContext = Pick<Context, 'clock' | 'random' | 'keys' | 'config'>;

/** The outcome of one attempt to collect an invoice. */
export type Outcome =
  | { readonly kind: 'paid' }
  | { readonly kind: 'processing' }
  | {
      readonly kind: 'refused';
      /** The provider's reason, for the owner. */
      readonly reason: string | null;
      readonly needsConfirmation: boolean;
      /** Whether the tax cannot be computed without the billing address. */
      readonly needsAddress: boolean;
      /** The method that is not charged again; `null` if another attempt may succeed. */
      readonly refusedMethodId: string | null;
    };

/** An invoice as the provider has it, with its last payment. */
interface ProviderFacts {
  readonly provider: ProviderInvoice;
  readonly payment: OpenPayment;
}

/** A bank transfer takes up to 4 business days. Its state is read once a day in case the provider's event is lost. */
const lookAfterMs = dayMs;

interface Attempt extends InvoiceKey {
  /** The number of attempts before this one. */
  readonly attempts: number;
  readonly methodId: string | null;
  readonly outcome: Outcome;
}

/** Records an attempt, and what follows from it for the subscription. */
export async function settleAttempt(ctx: SettlingContext, tx: Tx, attempt: Attempt): Promise<void> {
  const { outcome, methodId, attempts, ...key } = attempt;
  const invoice = await lockInvoice(tx, key);
  // The payment page was used during the attempt, or the invoice was given up.
  if (!invoice || isSettled(invoice)) return;
  // An event of the provider, or another process, has recorded this attempt.
  if (invoice.attempts !== attempts) return;
  const now = ctx.clock.now();
  const firstAttemptAt = invoice.firstAttemptAt ?? now;
  const attempted = { ...changeOf(invoice), attempts: attempts + 1, firstAttemptAt };
  const change = changeBy(attempted, outcome, now);
  // A payment method that was saved during the attempt is charged immediately.
  const isReplaced = invoice.currentMethodId !== null && methodId !== null && invoice.currentMethodId !== methodId;
  const next = change.state === 'failed' && isReplaced ? { ...change, attemptAt: now } : change;
  await record(ctx, tx, { ...key, invoice, change: next });
}

function changeBy(invoice: InvoiceChange & { firstAttemptAt: Date }, outcome: Outcome, now: Date): InvoiceChange {
  if (outcome.kind === 'refused') return apart(markFailed(invoice, outcome, now), now);
  return outcome.kind === 'paid' ? paid(invoice, now) : markProcessing(invoice, now, invoice.transfers + 1);
}

/** A day lies between attempts whose days of the schedule have passed, for example while there was no payment method. */
const apart = (failed: InvoiceChange, now: Date): InvoiceChange =>
  failed.attemptAt !== null && failed.attemptAt <= now
    ? { ...failed, attemptAt: new Date(now.getTime() + dayMs) }
    : failed;

/**
 * Records the state of an invoice at the provider outside an attempt: after an event, a payment on the payment page, or
 * a later reading. Only the present state counts, so that neither order nor repetition of events matters.
 */
export async function settleByProvider(
  ctx: SettlingContext,
  tx: Tx,
  { provider, payment, ...key }: InvoiceKey & ProviderFacts,
): Promise<void> {
  await linkInvoice(tx, key, provider);
  const invoice = await lockInvoice(tx, key);
  if (!invoice) return;
  const now = ctx.clock.now();
  const change = changeByProvider(invoice, { provider, payment }, now);
  if (change) await record(ctx, tx, { ...key, invoice, change });
}

function changeByProvider(
  invoice: CollectedInvoice,
  { provider, payment }: ProviderFacts,
  now: Date,
): InvoiceChange | null {
  const firstAttemptAt = invoice.firstAttemptAt ?? now;
  const current = { ...changeOf(invoice), firstAttemptAt };
  if (provider.status === 'paid') return invoice.state === 'paid' ? null : paid(current, now);
  if (provider.status === 'void' || provider.status === 'uncollectible') {
    return invoice.state === provider.status ? null : { ...current, state: provider.status, attemptAt: null };
  }
  if (isSettled(invoice)) return null;
  if (payment.status === 'processing') {
    return invoice.state === 'processing'
      ? markProcessing(current, now, invoice.transfers)
      : markProcessing({ ...current, attempts: invoice.attempts + 1 }, now, invoice.transfers + 1);
  }
  // A card's refusal is recorded by its attempt. Only a transfer that was on its way fails later.
  if (invoice.state !== 'processing') return null;
  const reason = payment.failure ?? 'The bank has returned the transfer';
  const refusal = {
    kind: 'refused',
    reason,
    needsConfirmation: false,
    needsAddress: false,
    refusedMethodId: null,
  } as const;
  const failed = markFailed(current, refusal, now);
  // Transfers are counted for each payment method: this method was saved while the transfer was on its way.
  return invoice.transfers === 0 ? { ...failed, attemptAt: now } : failed;
}

const isSettled = ({ state }: Pick<CollectedInvoice, 'state'>): boolean =>
  state === 'paid' || state === 'void' || state === 'uncollectible';

const changeOf = (invoice: CollectedInvoice): InvoiceChange => ({
  state: invoice.state,
  attempts: invoice.attempts,
  failedAttempts: invoice.failedAttempts,
  transfers: invoice.transfers,
  firstAttemptAt: invoice.firstAttemptAt,
  attemptAt: null,
  lastError: null,
  needsConfirmation: invoice.needsConfirmation,
  needsAddress: false,
  paidAt: null,
});

const paid = (invoice: InvoiceChange, now: Date): InvoiceChange => ({
  ...invoice,
  state: 'paid',
  attemptAt: null,
  lastError: null,
  needsConfirmation: false,
  paidAt: now,
});

const markProcessing = (invoice: InvoiceChange, now: Date, transfers: number): InvoiceChange => ({
  ...invoice,
  state: 'processing',
  transfers,
  attemptAt: new Date(now.getTime() + lookAfterMs),
  lastError: null,
});

/**
 * An attempt with a new payment method comes between the days of the schedule. If it fails, it takes no day away from
 * the owner, who was told when the service ends.
 */
function markFailed(
  invoice: InvoiceChange & { readonly firstAttemptAt: Date },
  { reason, needsConfirmation, needsAddress, refusedMethodId }: Outcome & { readonly kind: 'refused' },
  now: Date,
): InvoiceChange {
  const elapsedMs = now.getTime() - invoice.firstAttemptAt.getTime();
  const scheduled = attemptDays.filter((one) => one * dayMs <= elapsedMs).length;
  const failedAttempts = Math.max(invoice.failedAttempts, Math.min(invoice.failedAttempts + 1, scheduled));
  const day = attemptDays[failedAttempts];
  return {
    ...invoice,
    state: 'failed',
    failedAttempts,
    attemptAt: day === undefined ? null : new Date(invoice.firstAttemptAt.getTime() + day * dayMs),
    lastError: reason,
    needsConfirmation,
    needsAddress,
    ...(refusedMethodId !== null && { refusedMethodId }),
  };
}

/**
 * Lets an invoice wait for a payment method. A transaction that is saving a method at the same time waits for the lock
 * on the invoice, and then makes the invoice due.
 */
export async function settleWithoutMethod(tx: Tx, key: InvoiceKey): Promise<void> {
  await lockInvoice(tx, key);
  if (!(await hasMethod(tx, key.tenantId))) await awaitMethod(tx, key.tenantId);
}

interface RecordedInvoice extends InvoiceKey {
  readonly invoice: CollectedInvoice;
  readonly change: InvoiceChange;
}

/**
 * Stores a change of an invoice with what follows from it: the state of the subscription, a mail to the owner, and the
 * sale of an affiliate.
 */
async function record(ctx: SettlingContext, tx: Tx, { invoice, change, ...key }: RecordedInvoice): Promise<void> {
  await saveInvoice(tx, key, change);
  if (change.state === 'paid') {
    const { tenantId, invoiceId: eventId } = key;
    const at = ctx.clock.now();
    await insertAffiliateEvent(tx, { tenantId, eventId, kind: 'sale', cents: invoice.totalCents, at });
    await enqueueAccountEvents(tx, { tenantId, event: 'invoicePaid', subjects: [eventId], at });
  }
  const { state: before, isBeingDeleted } = await lockSubscription(tx, key.tenantId);
  const state = await review(ctx, tx, key.tenantId);
  // The review mails about the end of the service, except to an owner who deletes the account.
  const isTold = state !== before && (state === 'suspended' || state === 'blocked') && !isBeingDeleted;
  if (isTold && change.state === 'failed') return;
  // The service of an account that is to be deleted is off in every state, and that of an exempt one is never off.
  const mayEnd = isServed(state) && state !== 'exempt' && !isBeingDeleted;
  const mail = mailAbout(invoice, change, { mayEnd, now: ctx.clock.now() });
  if (mail) await enqueueBillingMail(ctx, tx, { tenantId: key.tenantId, ...mail });
}

/** Returns the mail about a payment or a failed attempt; `null` for other changes. */
function mailAbout(
  invoice: CollectedInvoice,
  change: InvoiceChange,
  { mayEnd, now }: { readonly mayEnd: boolean; readonly now: Date },
): BillingMail | null {
  const { number, totalCents, taxCents, url, pdfUrl } = invoice;
  const amountCents = totalCents + taxCents;
  if (change.state === 'paid')
    return { kind: 'paid', number, amountCents, taxCents, fromDay: invoice.from, toDay: invoice.to, url, pdfUrl };
  const { failedAttempts, firstAttemptAt, attemptAt } = change;
  if (change.state !== 'failed' || firstAttemptAt === null) return null;
  if (change.needsConfirmation && url !== null) {
    return { kind: 'paymentConfirmation', number, amountCents, attempts: change.attempts, url };
  }
  const nextOn = dayOf(attemptAt === null || attemptAt < now ? now : attemptAt);
  const scheduledOn = addDays(dayOf(firstAttemptAt), attemptDays[suspendingAttempts - 1] ?? 0);
  // Attempts whose days have passed are made on one day after the other.
  const earliestOn = addDays(nextOn, Math.max(0, suspendingAttempts - 1 - failedAttempts));
  return {
    kind: 'paymentFailed',
    number,
    amountCents,
    attempts: change.attempts,
    reason: change.lastError,
    needsAddress: change.needsAddress,
    // A transfer may come back after the day of the next attempt.
    nextAttemptOn: attemptAt && change.refusedMethodId === undefined ? nextOn : null,
    suspendedOn: !mayEnd ? null : scheduledOn > earliestOn ? scheduledOn : earliestOn,
  };
}
