import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { listInvoices } from '@app/shared/contract/billing.ts';
import { addDays, dayOf } from '@app/shared/domain/billing/day.ts';
import { billingApi } from '../../../../testing/billing/billing-api.ts';
import type { Payments } from '../../../external/stripe/payments.ts';
import { handlePaymentEvents } from './handle-events.ts';

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

/** Handles the due events; `meanwhile` happens after a charge was read for the first time, and before it is stored. */
async function takeEventsWhile(meanwhile: () => Promise<void>): Promise<void> {
  const { payments } = billing;
  let hasHappened = false;
  const readCharge: Payments['invoices']['readCharge'] = async (chargeId) => {
    const charge = await payments.invoices.readCharge(chargeId);
    if (!hasHappened) {
      hasHappened = true;
      await meanwhile();
    }
    return charge;
  };
  const during = { ...payments, invoices: { ...payments.invoices, readCharge } };
  await handlePaymentEvents({ ...api.ctx, db: api.worker, payments: during });
}

test('two refunds of a charge whose events are stored in the opposite order are both counted', async () => {
  const owner = await api.owner();
  const billed = addDays(dayOf(api.clock.now()), 61);
  await billing.giveCard(owner);
  await billing.liveUntil(owner, billed, billed);
  await refund(400);

  await takeEventsWhile(async () => {
    await refund(599);
    await billing.work();
  });

  const { invoices } = await owner.call(listInvoices, { query: {} });
  expect(invoices).toMatchObject([{ status: 'refunded', refundedAmount: 999 }]);
});
