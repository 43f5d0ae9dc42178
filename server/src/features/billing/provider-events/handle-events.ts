import { hourMs, minuteMs, secondMs } from '@app/shared/base/time.ts';
import type { Context } from '../../../context.ts';
import type { Payments } from '../../../external/stripe/payments.ts';
import { ExternalError } from '../../../external/marketplace/external-error.ts';
import { backoffMs } from '../../../lib/backoff.ts';
import type { Tx } from '../../../lib/db/db.ts';
import { insertAffiliateEvent } from '../affiliates/affiliate-queries.ts';
import { makeRefusedDue, type InvoiceKey } from '../collecting/due-invoice-queries.ts';
import { findKeptCents } from '../collecting/settling-queries.ts';
import { findTenantsOfBankLink, saveBalance } from '../methods/balance-queries.ts';
import { forgetIfDetached } from '../methods/forget-method.ts';
import {
  deleteUnconfirmed,
  findAttachedMethods,
  listMethodsOfCustomer,
  updateMethod,
} from '../methods/method-queries.ts';
import { finishSetup, isWaiting } from '../methods/save-method.ts';
import { review } from '../standing/review.ts';
import { findTenantOfCustomer } from '../standing/subscription-queries.ts';
import { claimEvents, markHandled, putEventOff, type DueEvent } from './event-queries.ts';
import { readCharge, readInvoice } from './read-charge.ts';

interface EventContext extends Pick<Context, 'db' | 'clock' | 'random' | 'keys' | 'config' | 'log'> {
  readonly payments: Payments;
}

const leaseMs = 2 * minuteMs;
const backoff = { firstMs: 10 * secondMs, longestMs: 6 * hourMs };
const batchSize = 50;

/**
 * Handles stored events of the payment provider. Each names an object, whose present state is fetched and recorded, so
 * that doubled, late and shuffled events have the same result. True if more are due.
 */
export async function handlePaymentEvents(ctx: EventContext): Promise<boolean> {
  const { clock } = ctx;
  const now = clock.now();
  const leaseEnd = new Date(now.getTime() + leaseMs);
  const events = await claimEvents(ctx.db.global, { now, leaseEnd, most: batchSize });
  for (const event of events) {
    // If the provider is slow, the lease may end before the turn of an event; another process may then have claimed the
    // event.
    if (clock.now() < leaseEnd) await handleSafely(ctx, event);
  }
  return events.length === batchSize;
}

/** Handles an event. An event that cannot be handled does not hold up the others. */
async function handleSafely(ctx: EventContext, event: DueEvent): Promise<void> {
  const { db, clock, random, log } = ctx;
  try {
    await (handlerOf(event.type)?.(ctx, event.objectId) ?? Promise.resolve());
    await markHandled(db.global, event.eventId);
  } catch (error) {
    const waitMs = backoffMs(backoff, event.failures, random);
    const about = { err: error, eventId: event.eventId, type: event.type, waitMs };
    if (error instanceof ExternalError) log.warn(about, 'an event of the payment provider is put off');
    else log.error(about, 'an event of the payment provider could not be handled');
    await putEventOff(db.global, event.eventId, new Date(clock.now().getTime() + waitMs));
  }
}

type Handler = (ctx: EventContext, objectId: string) => Promise<unknown>;

/** The events to which the webhook endpoint at the provider subscribes; docs/billing.md lists them. */
const handlers: Readonly<Record<string, Handler>> = {
  'setup_intent.succeeded': readSetup,
  'setup_intent.setup_failed': dropPendingSetup,
  'setup_intent.canceled': dropPendingSetup,
  'payment_method.automatically_updated': readRenewedCard,
  'payment_method.updated': readMethod,
  'payment_method.detached': forgetDetached,
  'customer.deleted': forgetMethodsOf,
  'invoice.paid': readInvoice,
  'invoice.payment_failed': readInvoice,
  'invoice.payment_action_required': readInvoice,
  'invoice.voided': readInvoice,
  'invoice.marked_uncollectible': readInvoice,
  'invoice.finalized': readInvoice,
  'charge.refunded': readCharge,
  'charge.failed': readCharge,
  'payment_intent.processing': readPaymentIntent,
  'payment_intent.succeeded': readPaymentIntent,
  'payment_intent.payment_failed': readPaymentIntent,
  'refund.failed': readRefund,
  'charge.refund.updated': readRefund,
  'charge.dispute.created': readDispute,
  'charge.dispute.closed': readDispute,
  'financial_connections.account.refreshed_balance': readBalance,
};

export const handledEvents: readonly string[] = Object.keys(handlers);

const handlerOf = (type: string): Handler | undefined => (Object.hasOwn(handlers, type) ? handlers[type] : undefined);

async function readSetup(ctx: EventContext, setupIntentId: string): Promise<void> {
  const setup = await ctx.payments.methods.readSetup(setupIntentId);
  if (setup.customerId === null) return;
  const tenantId = await findTenantOfCustomer(ctx.db.global, setup.customerId);
  if (tenantId !== null) await finishSetup(ctx, tenantId, { setup, isChosen: false });
}

/**
 * Forgets a bank account whose micro-deposits were not confirmed in time. A set-up that has failed names no method any
 * more, and its owner may have entered another bank account in the meantime.
 */
async function dropPendingSetup(ctx: EventContext, setupIntentId: string): Promise<void> {
  const setup = await ctx.payments.methods.readSetup(setupIntentId);
  const { customerId, methodId, status } = setup;
  if (customerId === null || status === 'succeeded') return;
  const tenantId = await findTenantOfCustomer(ctx.db.global, customerId);
  if (tenantId === null) return;
  await ctx.db.tenant(tenantId, async (tx) => {
    await deleteUnconfirmed(tx, tenantId, { setupIntentId, waitingMethodId: isWaiting(setup) ? methodId : null });
    await review(ctx, tx, tenantId);
  });
}

/** Reads a payment method again, whose description has changed. */
async function readMethod(ctx: EventContext, methodId: string): Promise<string | null> {
  const method = await ctx.payments.methods.readMethod(methodId);
  if (method.customerId === null) return null;
  const tenantId = await findTenantOfCustomer(ctx.db.global, method.customerId);
  if (tenantId !== null) await ctx.db.tenant(tenantId, (tx) => updateMethod(tx, tenantId, method));
  return tenantId;
}

/**
 * Reads a card that its bank has renewed: it keeps its id and has another date of expiry. If it was refused for good
 * before, as an expired one is, it is charged with what is open.
 */
async function readRenewedCard(ctx: EventContext, methodId: string): Promise<void> {
  const tenantId = await readMethod(ctx, methodId);
  if (tenantId === null) return;
  await ctx.db.tenant(tenantId, (tx) => makeRefusedDue(tx, { tenantId, methodId, now: ctx.clock.now() }));
}

/**
 * Forgets a method that the provider has detached. A late event, after the method was replaced, finds no method of
 * ours.
 */
async function forgetDetached(ctx: EventContext, methodId: string): Promise<void> {
  for (const method of await findAttachedMethods(ctx.db.global, methodId)) await forgetIfDetached(ctx, method);
}

/** Forgets the methods of a customer that was deleted at the provider, which detaches them. */
async function forgetMethodsOf(ctx: EventContext, customerId: string): Promise<void> {
  for (const method of await listMethodsOfCustomer(ctx.db.global, customerId)) await forgetIfDetached(ctx, method);
}

async function readBalance(ctx: EventContext, bankLinkId: string): Promise<void> {
  const tenantIds = await findTenantsOfBankLink(ctx.db.global, bankLinkId);
  if (tenantIds.length === 0) return;
  const balance = await ctx.payments.methods.readBalance(bankLinkId);
  if (!balance) return;
  for (const tenantId of tenantIds) {
    await ctx.db.tenant(tenantId, (tx) => saveBalance(tx, { tenantId, bankLinkId, ...balance }));
  }
}

async function readPaymentIntent(ctx: EventContext, paymentIntentId: string): Promise<void> {
  const providerInvoiceId = await ctx.payments.invoices.findByPayment(paymentIntentId);
  if (providerInvoiceId !== null) await readInvoice(ctx, providerInvoiceId);
}

/** A refund that fails is announced by its own id, not by that of its charge. */
async function readRefund(ctx: EventContext, refundId: string): Promise<void> {
  const chargeId = await ctx.payments.invoices.findRefundedCharge(refundId);
  if (chargeId !== null) await readCharge(ctx, chargeId);
}

async function readDispute(ctx: EventContext, disputeId: string): Promise<void> {
  const { chargeId, isLost } = await ctx.payments.invoices.readDispute(disputeId);
  if (chargeId === null) return;
  const charged = await readCharge(ctx, chargeId);
  if (charged && isLost) await ctx.db.tenant(charged.tenantId, (tx) => noteLostDispute(ctx, tx, charged));
}

/** A lost dispute is a refund for the affiliate service: the bank has taken all that was not refunded before. */
async function noteLostDispute({ clock }: EventContext, tx: Tx, { tenantId, invoiceId }: InvoiceKey): Promise<void> {
  const cents = await findKeptCents(tx, { tenantId, invoiceId });
  if (cents <= 0) return;
  const eventId = `${invoiceId}:dispute`;
  await insertAffiliateEvent(tx, { tenantId, kind: 'refund', eventId, cents, saleEventId: invoiceId, at: clock.now() });
}
