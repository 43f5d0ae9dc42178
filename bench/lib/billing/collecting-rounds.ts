import { minuteMs } from '@app/shared/base/time.ts';
import { collectInvoices } from '../../../server/src/features/billing/collecting/collect.ts';
import { finishSetup } from '../../../server/src/features/billing/methods/save-method.ts';
import { insertEvents } from '../../../server/src/features/billing/provider-events/event-queries.ts';
import { handlePaymentEvents } from '../../../server/src/features/billing/provider-events/handle-events.ts';
import type { CollectingWorld, DueInvoiceRow, PayingTenant } from './collecting-world.ts';
import { CollectorDeath, dieAt, mortalContext } from './mortal-collecting.ts';

/**
 * The step by which time advances: longer than the lease of a collector, and longer than the pause after a request
 * without an answer.
 */
const stepMs = 6 * minuteMs;
const mostSteps = 60;

/** Collects as a process that dies at this step. Returns whether collecting reached the step. */
export async function collectUntilDeath(world: CollectingWorld, step: number): Promise<boolean> {
  try {
    await collectInvoices(mortalContext(world.ctx, dieAt(step)));
    return false;
  } catch (error) {
    if (!(error instanceof CollectorDeath)) throw error;
    return true;
  }
}

/** Advances the time and lets other processes collect, until the invoice is paid or 60 steps have passed. */
export async function collectUntilPaid(world: CollectingWorld, invoice: DueInvoiceRow): Promise<void> {
  for (let no = 0; no < mostSteps; no += 1) {
    const { state, attemptAt } = await world.readInvoice(invoice);
    if (state === 'paid') return;
    const next = Math.max(world.clock.now().getTime() + stepMs, no > 10 ? (attemptAt?.getTime() ?? 0) : 0);
    world.clock.set(new Date(next));
    await collectInvoices(world.ctx);
  }
}

/** Delivers all events of the provider that are not stored yet. */
export async function deliverEvents(world: CollectingWorld, since: Date): Promise<void> {
  await insertEvents(world.db.global, await world.payments.listEvents(since), world.clock.now());
  while (await handlePaymentEvents(world.ctx));
}

/** Returns the faults of an invoice that should be paid by now; empty if there are none. */
export async function faultsOf(
  world: CollectingWorld,
  invoice: DueInvoiceRow,
  /** The number of charges that the bank declines before one succeeds. */
  { declines }: { readonly declines: number },
): Promise<readonly string[]> {
  const stored = await world.readInvoice(invoice);
  const charges = await world.chargesOf(invoice.invoiceId);
  const succeeded = charges.filter(({ status }) => status === 'succeeded');
  const failed = charges.filter(({ status }) => status === 'failed').length;
  const taken = succeeded.reduce((sum, { amount }) => sum + amount, 0);
  return [
    ...(stored.state === 'paid' ? [] : [`is ${stored.state}`]),
    ...(succeeded.length === 1 ? [] : [`was charged ${succeeded.length} times`]),
    ...(taken === invoice.totalCents ? [] : [`${taken} cents were taken instead of ${invoice.totalCents}`]),
    ...(failed === declines ? [] : [`${failed} charges were declined instead of ${declines}`]),
    ...(stored.failedAttempts === declines ? [] : [`${stored.failedAttempts} failed attempts instead of ${declines}`]),
  ];
}

/**
 * Saves another card while a collector is in the middle of an attempt. The event of the card's set-up is delivered
 * later.
 */
export async function replaceCard(world: CollectingWorld, tenant: PayingTenant): Promise<void> {
  const setup = await world.payments.methods.setUpToken(tenant.customerId, 'tok_mastercard');
  await finishSetup(world.ctx, tenant.tenantId, { setup, isChosen: true });
}

/** Returns a context that runs `meanwhile` after a payment was declined and before the decline is recorded. */
export function whileDeclining(world: CollectingWorld, meanwhile: () => Promise<void>): CollectingWorld['ctx'] {
  const { invoices } = world.payments;
  const pay: typeof invoices.pay = async (...args) => {
    try {
      return await invoices.pay(...args);
    } catch (error) {
      await meanwhile();
      throw error;
    }
  };
  return { ...world.ctx, payments: { ...world.payments, invoices: { ...invoices, pay } } };
}
