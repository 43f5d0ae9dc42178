import { beforeEach, expect, test } from 'vitest';
import { listInvoices, paymentStatusCall } from '@app/shared/contract/billing.ts';
import { hourMs } from '@app/shared/base/time.ts';
import { addDays, dayOf } from '@app/shared/base/calendar-day.ts';
import { billingApi } from '../../../../testing/billing/billing-api.ts';
import type { Owner } from '../../../../testing/http/api.ts';
import { sendMessages } from '../../../../testing/mails/send-messages.ts';
import { reconcile } from '../provider-events/reconcile.ts';
import { getSubscription } from '../standing/subscription-queries.ts';

const billing = await billingApi();
const { api } = billing;
let owner: Owner;

const customerOf = async () =>
  (await api.worker.tenant(owner.tenantId, (tx) => getSubscription(tx, owner.tenantId))).customerId ?? '';
const invoices = async () => (await owner.call(listInvoices, { query: {} })).invoices;

async function takeEvents(): Promise<void> {
  await billing.readEvents();
  await billing.work();
}

/** Leaves an open invoice at the provider, and deletes its customer there. Returns the id of the customer. */
async function loseCustomer(): Promise<string> {
  await billing.giveCard(owner, 'tok_chargeCustomerFail');
  const billed = addDays(dayOf(api.clock.now()), 61);
  await billing.workUntil(addDays(billed, -1), 10);
  await billing.workUntil(billed);
  await billing.logInAgain(owner);
  const former = await customerOf();
  await billing.payments.methods.deleteCustomer(former);
  await takeEvents();
  return former;
}

beforeEach(async () => {
  await billing.forgetTenants();
  await billing.happen({ type: 'clear' });
  owner = await api.owner();
});

test('an open invoice of a customer that was deleted at the provider waits for a payment method, which is charged with it', async () => {
  const former = await loseCustomer();
  await sendMessages({ ...api.ctx, db: api.worker });
  expect(api.mails.map(({ subject }) => subject)).toContainEqual(
    expect.stringMatching(/^Your payment method was removed/),
  );
  expect(await owner.call(paymentStatusCall, { query: {} })).toMatchObject({ hasPaymentDetails: false });

  await billing.giveCard(owner);
  await takeEvents();

  const customerId = await customerOf();
  expect(customerId).not.toBe(former);
  const [invoice] = await invoices();
  expect(invoice).toMatchObject({ status: 'paid' });
  const charges = (await billing.ledger()).filter(({ customer }) => customer === former || customer === customerId);
  expect(charges.map(({ status, customer }) => [status, customer])).toEqual([
    ['failed', former],
    ['succeeded', customerId],
  ]);
  const atProvider = await billing.payments.invoices.listSince(new Date(0));
  expect(atProvider.filter((one) => one.customerId === former || one.customerId === customerId)).toMatchObject([
    { customerId, status: 'paid', number: `${invoice?.number}-R1` },
    { customerId: former, status: 'void', tenantId: null, number: invoice?.number },
  ]);
  api.clock.set(new Date());
  const compared = await reconcile({ ...api.ctx, db: api.worker, payments: billing.payments });
  expect(compared.filter(({ tenantId }) => tenantId === owner.tenantId)).toEqual([]);
});

test.each([
  'POST /v1/invoices/{id}',
  'POST /v1/invoices/{id}/void',
  'POST /v1/invoices',
  'POST /v1/invoices/{id}/finalize',
])('it is charged once if the provider fails in between, in %s', async (call) => {
  await loseCustomer();
  // The client repeats a call once by itself.
  await billing.happen({ type: 'api', fault: 'errorAfter', count: 2, call });

  await billing.giveCard(owner);
  await takeEvents();
  expect(await invoices()).not.toMatchObject([{ status: 'paid' }]);
  for (let hour = 0; hour < 2; hour += 1) {
    api.clock.advance(hourMs);
    await takeEvents();
  }

  expect(await invoices()).toMatchObject([{ status: 'paid' }]);
  const charges = (await billing.ledger()).filter(({ metadata }) => metadata.tenant === owner.tenantId);
  expect(charges.map(({ status }) => status)).toEqual(['succeeded']);
  const atProvider = await billing.payments.invoices.listSince(new Date(0));
  expect(atProvider.filter(({ tenantId }) => tenantId === owner.tenantId)).toMatchObject([{ status: 'paid' }]);
});

/** Leaves the open invoice without our id, as an attempt that cannot end it, and pays it at the provider. */
async function payBeforeReplaced(): Promise<void> {
  await billing.happen({ type: 'api', fault: 'error', count: 2, call: 'POST /v1/invoices/{id}/void' });
  await billing.giveCard(owner);
  await takeEvents();
  const { apiUrl, secretKey } = api.ctx.config.payments ?? {};
  const [open] = await billing.payments.invoices.listSince(new Date(0));
  const answer = await fetch(`${apiUrl}/v1/invoices/${open?.providerInvoiceId}/pay`, {
    method: 'POST',
    headers: { authorization: `Bearer ${secretKey}` },
    body: new URLSearchParams({ paid_out_of_band: 'true' }),
  });
  expect(answer.status).toBe(200);
}

test('it is not charged if it was paid at the provider before it could be replaced', async () => {
  await loseCustomer();
  await payBeforeReplaced();

  api.clock.advance(hourMs);
  await takeEvents();

  expect(await invoices()).toMatchObject([{ status: 'paid' }]);
  const customerId = await customerOf();
  expect((await billing.ledger()).filter(({ customer }) => customer === customerId)).toEqual([]);
});

test('its payment at the provider before it could be replaced is recorded without another attempt', async () => {
  await loseCustomer();
  await payBeforeReplaced();

  await takeEvents();

  expect(await invoices()).toMatchObject([{ status: 'paid' }]);
});
