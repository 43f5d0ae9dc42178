import { sql } from 'kysely';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { hourMs } from '@app/shared/base/time.ts';
import { listInvoices } from '@app/shared/contract/billing.ts';
import { addDays, dayOf } from '@app/shared/base/calendar-day.ts';
import { billingApi } from '../../../../testing/billing/billing-api.ts';
import { ExternalError } from '../../../external/marketplace/external-error.ts';
import type { Payments } from '../../../external/stripe/payments.ts';
import type { Owner } from '../../../../testing/http/api.ts';
import { handlePaymentEvents } from './handle-events.ts';
import { reconcileRefunds } from './reconcile.ts';

const billing = await billingApi();
const { api } = billing;

/** Refunds a part of the newest charge, and takes the event about the charge alone. */
async function refund(amount: number): Promise<void> {
  await billing.happen({ type: 'refund', amount });
  await billing.readEvents();
  await sql`
    update payment_events
       set due_at = null
     where type <> 'charge.refunded'`.execute(api.worker.global);
}

type ReadCharge = Payments['invoices']['readCharge'];

/** Handles the due events with another reading of charges. */
async function takeEvents(changed: (readCharge: ReadCharge) => ReadCharge): Promise<void> {
  const { payments } = billing;
  const { invoices } = payments;
  const during = { ...payments, invoices: { ...invoices, readCharge: changed((id) => invoices.readCharge(id)) } };
  await handlePaymentEvents({ ...api.ctx, db: api.worker, payments: during });
}

/** Handles the due events; `meanwhile` happens after a charge was read for the first time, and before it is stored. */
async function takeEventsWhile(meanwhile: () => Promise<void>): Promise<void> {
  let hasHappened = false;
  await takeEvents((readCharge) => async (chargeId) => {
    const charge = await readCharge(chargeId);
    if (!hasHappened) {
      hasHappened = true;
      await meanwhile();
    }
    return charge;
  });
}

async function billedOwner(): Promise<Owner> {
  const owner = await api.owner();
  const billed = addDays(dayOf(api.clock.now()), 61);
  await billing.giveCard(owner);
  await billing.liveUntil(owner, billed, billed);
  return owner;
}

test('two refunds of a charge whose events are stored in the opposite order are both counted', async () => {
  const owner = await billedOwner();
  await refund(400);

  await takeEventsWhile(async () => {
    await refund(599);
    await billing.work();
  });

  const { invoices } = await owner.call(listInvoices, { query: {} });
  expect(invoices).toMatchObject([{ status: 'refunded', refundedAmount: 999 }]);
});

test('an event about a charge that differs at each reading is put off, and does not hold up others for ever', async () => {
  await billedOwner();
  await refund(400);
  let readings = 0;

  await takeEvents((readCharge) => async (chargeId) => {
    readings += 1;
    return { ...(await readCharge(chargeId)), refundedCents: readings };
  });

  expect(readings).toBe(5);
  const { rows } = await sql<{ failures: number }>`
    select failures from payment_events where type = 'charge.refunded' and due_at is not null`.execute(
    api.worker.global,
  );
  expect(rows).toEqual([{ failures: 1 }]);
});

/** A log for what the operator is told: an error in the log of the API fails the test. */
const silent = pino({ level: 'silent' });

test('the nightly comparison takes over refunds whose events are lost, and those that have failed since', async () => {
  const owner = await billedOwner();
  const compare = async () => {
    await billing.readEvents();
    await sql`update payment_events set due_at = null`.execute(api.worker.global);
    // The stand-in has its own clock, so that its refunds are recent.
    api.clock.set(new Date());
    await reconcileRefunds({ ...api.ctx, db: api.worker, payments: billing.payments, log: silent });
    return (await owner.call(listInvoices, { query: {} })).invoices;
  };

  await billing.happen({ type: 'refund', amount: 400 });
  expect(await compare()).toMatchObject([{ refundedAmount: 400 }]);

  await billing.happen({ type: 'failRefund' });
  expect(await compare()).toMatchObject([{ status: 'paid', refundedAmount: 0 }]);
});

test('while the provider does not answer, the comparison of refunds is broken off, and repeated in an hour', async () => {
  const charges = ['ch_1', 'ch_2', 'ch_3', 'ch_4'];
  const read: string[] = [];
  const compare = async (isAway: (chargeId: string) => boolean) => {
    read.length = 0;
    const { payments } = billing;
    const readCharge: ReadCharge = async (chargeId) => {
      read.push(chargeId);
      if (isAway(chargeId)) throw new ExternalError('payments', 'no answer', { isPermanent: false });
      return { ...noCharge, providerInvoiceId: null };
    };
    const invoices = { ...payments.invoices, readCharge, listRefundedCharges: async () => charges };
    return reconcileRefunds({ ...api.ctx, db: api.worker, payments: { ...payments, invoices }, log: silent });
  };

  expect(await compare(() => true)).toBe(hourMs);
  expect(read).toEqual(['ch_1', 'ch_2']);
  expect(await compare((chargeId) => chargeId === 'ch_1' || chargeId === 'ch_3')).toBe(hourMs);
  expect(read).toEqual(charges);
  expect(await compare(() => false)).toBeUndefined();
  expect(read).toEqual(charges);
});

const noCharge = {
  refundedCents: 0,
  failedRefund: null,
  lastRefundId: null,
  hasSucceeded: true,
  isDisputed: false,
  methodId: null,
};
