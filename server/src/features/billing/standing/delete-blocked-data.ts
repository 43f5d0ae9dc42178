import { dayMs } from '@app/shared/base/time.ts';
import { dayOf } from '@app/shared/base/calendar-day.ts';
import { stateOf } from '@app/shared/domain/billing/subscription.ts';
import type { Context } from '../../../context.ts';
import { isRequestRefused } from '../../../external/stripe/payment-refusals.ts';
import type { Payments } from '../../../external/stripe/payments.ts';
import { ExternalError } from '../../../external/marketplace/external-error.ts';
import type { Tx } from '../../../lib/db/db.ts';
import { everyTurn } from '../../../lib/jobs/tenant-turns.ts';
import { settleByProvider } from '../collecting/settle.ts';
import { enqueueBillingMail } from '../mails/enqueue-billing-mail.ts';
import {
  getDeletion,
  listDeleted,
  listDeletionsDue,
  listPaymentsUnderWay,
  listUnpaidAtProvider,
  listUntold,
  noteDeleted,
  noteRequested,
  planDeletion,
  type DueDeletion,
  type UnpaidAtProvider,
} from './blocked-data-queries.ts';
import { blockedBeforeNotice, deletionAfter } from './blocked-data.ts';
import { lockSubscription } from './subscription-queries.ts';
import { findUnpaidInvoice } from './unpaid-invoice-queries.ts';

export interface DeletingContext extends Pick<Context, 'db' | 'clock' | 'random' | 'keys' | 'config' | 'log'> {
  readonly payments: Payments;
  /** Requests the deletion of all seller accounts of a tenant in the caller's transaction. */
  deleteSellersOf(tx: Tx, request: { readonly tenantId: string; readonly now: Date }): Promise<void>;
}

const batchSize = 50;
/**
 * A request that the payment provider refuses holds the deletion back for this long, during which operators see the
 * account. Nobody has asked for this deletion, so operators have longer than for the deletion of a whole tenant.
 */
const refusalWaitMs = 30 * dayMs;

/**
 * Deletes the data of accounts that stay blocked: their owners are told once, then all seller accounts are deleted, and
 * the owners are told that it is done. The tenant, its log-ins, invoices and ledger stay.
 */
export async function deleteBlockedData(ctx: DeletingContext, turns = everyTurn): Promise<void> {
  const now = ctx.clock.now();
  const untold = await listUntold(ctx.db.global, blockedBeforeNotice(now), batchSize);
  await turns.each(untold, (tenantId) => ctx.db.tenant(tenantId, (tx) => tellAhead(ctx, tx, tenantId)));
  const deleted = await listDeleted(ctx.db.global, batchSize);
  await turns.each(deleted, (tenantId) => ctx.db.tenant(tenantId, (tx) => tellDone(ctx, tx, tenantId)));
  const due = await listDeletionsDue(ctx.db.global, now, batchSize);
  const round: Round = { isProviderSilent: false };
  await turns.each(due, (deletion) => deleteUnlessPaid(ctx, deletion, round));
}

interface Round {
  /** The payment provider has not answered in this round: each further question would hold up the other deletions. */
  isProviderSilent: boolean;
}

async function tellAhead(ctx: DeletingContext, tx: Tx, tenantId: string): Promise<void> {
  const now = ctx.clock.now();
  const blockedAt = await lockBlocked(tx, tenantId, now);
  const unpaid = await findUnpaidInvoice(tx, tenantId);
  if (!blockedAt || !unpaid || (await getDeletion(tx, tenantId)).deletionAt) return;
  const deletionAt = deletionAfter(blockedAt, now);
  await planDeletion(tx, tenantId, deletionAt);
  const { number, amountCents } = unpaid;
  await enqueueBillingMail(ctx, tx, {
    tenantId,
    kind: 'deletionAhead',
    number,
    amountCents,
    deletedOn: dayOf(deletionAt),
  });
}

/**
 * Returns the instant since which the account is blocked; `null` if it is not blocked. Payments wait for the end of the
 * transaction.
 */
async function lockBlocked(tx: Tx, tenantId: string, now: Date): Promise<Date | null> {
  const subscription = await lockSubscription(tx, tenantId);
  return stateOf(subscription, now) === 'blocked' ? (await getDeletion(tx, tenantId)).blockedAt : null;
}

async function deleteUnlessPaid(ctx: DeletingContext, deletion: DueDeletion, round: Round): Promise<void> {
  const { tenantId } = deletion;
  if (await isPaidAtProvider(ctx, deletion, round)) return;
  const isRequested = await ctx.db.tenant(tenantId, async (tx) => {
    const now = ctx.clock.now();
    const blockedAt = await lockBlocked(tx, tenantId, now);
    const { deletionAt, requestedAt } = await getDeletion(tx, tenantId);
    const isDue = blockedAt !== null && deletionAt !== null && deletionAt <= now && requestedAt === null;
    if (!isDue || (await isWaitingForPayment(ctx, tx, { tenantId, deletionAt }))) return false;
    await ctx.deleteSellersOf(tx, { tenantId, now });
    await noteRequested(tx, tenantId, now);
    return true;
  });
  if (isRequested) ctx.log.warn({ tenantId }, 'the data of a blocked account is deleted');
}

const mayWait = ({ clock }: DeletingContext, { deletionAt }: DueDeletion): boolean =>
  clock.now().getTime() - deletionAt.getTime() < refusalWaitMs;

const goesOnText = 'the data of a blocked account is deleted although the payment provider refuses a request';

/**
 * Returns true while a payment is under way. A payment about which the provider refuses every request stays under way
 * for ever, so it holds the deletion back only for the time that operators have.
 */
async function isWaitingForPayment(ctx: DeletingContext, tx: Tx, deletion: DueDeletion): Promise<boolean> {
  const { tenantId } = deletion;
  const underWay = await listPaymentsUnderWay(tx, tenantId);
  if (underWay.some(({ requestError }) => requestError === null || mayWait(ctx, deletion))) return true;
  for (const { invoiceId, requestError } of underWay) ctx.log.error({ tenantId, invoiceId, requestError }, goesOnText);
  return false;
}

/**
 * Records payments on the provider's page that are not known here yet. Returns true if there is one, and also if the
 * provider does not answer, which puts the deletion off. Throws if it refuses the question, as for an invoice that it
 * does not know, which shows the tenant to operators: nobody here can tell whether the invoice is paid. After the time
 * that operators have, such an invoice counts as unpaid, and the log names it.
 */
async function isPaidAtProvider(ctx: DeletingContext, deletion: DueDeletion, round: Round): Promise<boolean> {
  const { tenantId } = deletion;
  const unpaid = await ctx.db.tenant(tenantId, (tx) => listUnpaidAtProvider(tx, tenantId));
  if (unpaid.length > 0 && round.isProviderSilent) return true;
  try {
    for (const invoice of unpaid) if (await settleIfPaid(ctx, deletion, invoice)) return true;
    return false;
  } catch (error) {
    if (!(error instanceof ExternalError) || isRequestRefused(error)) throw error;
    round.isProviderSilent = !error.isPermanent;
    ctx.log.warn({ err: error, tenantId }, 'the deletion of a blocked account waits for the payment provider');
    return true;
  }
}

/** Records the payment of an invoice at the provider. Returns false if there is none. */
async function settleIfPaid(
  ctx: DeletingContext,
  deletion: DueDeletion,
  { invoiceId, providerInvoiceId }: UnpaidAtProvider,
): Promise<boolean> {
  const { invoices } = ctx.payments;
  const { tenantId } = deletion;
  try {
    const provider = await invoices.read(providerInvoiceId);
    // The invoice is being replaced by one of another customer, but may be paid on its page until then.
    if (provider.invoiceId === null && provider.status !== 'paid') return false;
    const payment = await invoices.readOpenPayment(providerInvoiceId);
    if (provider.status === 'open' && payment.status !== 'processing') return false;
    await ctx.db.tenant(tenantId, (tx) => settleByProvider(ctx, tx, { tenantId, invoiceId, provider, payment }));
    return true;
  } catch (error) {
    if (!(error instanceof ExternalError) || !isRequestRefused(error) || mayWait(ctx, deletion)) throw error;
    ctx.log.error({ err: error, tenantId, providerInvoiceId }, goesOnText);
    return false;
  }
}

async function tellDone(ctx: DeletingContext, tx: Tx, tenantId: string): Promise<void> {
  await lockSubscription(tx, tenantId);
  const { requestedAt, deletedAt } = await getDeletion(tx, tenantId);
  if (requestedAt === null || deletedAt !== null) return;
  await noteDeleted(tx, tenantId, ctx.clock.now());
  await enqueueBillingMail(ctx, tx, { tenantId, kind: 'dataDeleted', requestedAt });
}
