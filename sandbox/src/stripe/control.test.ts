import { Script } from 'node:vm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { paymentsScript } from './control/payments-script.ts';
import {
  openInvoice,
  payingCustomer,
  refusalOf,
  startStripe,
  type StripeUnderTest,
} from './testing/stripe-under-test.ts';

let it: StripeUnderTest;

beforeEach(async () => {
  it = await startStripe();
});
afterEach(() => it.close());

const pay = async () => {
  const customer = await payingCustomer(it.stripe);
  const open = await openInvoice(it.stripe, { customer: customer.id });
  return it.stripe.invoices.pay(open.id);
};

test('the page for payments is served and its script can be read', async () => {
  const page = await (await fetch(`${it.sandbox.url}/sandbox/payments`)).text();

  expect(page).toContain('Make something happen');
  expect(page).toContain('insufficient funds');
  expect(() => new Script(paymentsScript)).not.toThrow();
});

test('the summary lists customers, methods, invoices, charges and events', async () => {
  await pay();

  expect(await it.control('/sandbox/stripe')).toMatchObject({
    url: it.sandbox.stripeUrl,
    customers: [{ email: 'owner@lark.test' }],
    paymentMethods: [{ type: 'card' }],
    invoices: [{ status: 'paid' }],
    charges: [{ status: 'succeeded', amount: 999 }],
    events: expect.arrayContaining([expect.objectContaining({ type: 'invoice.paid' })]),
  });
});

test('the summary names the funds of linked accounts, which the page changes', async () => {
  const customer = await it.stripe.customers.create();
  await it.happen({ type: 'linkBank', customer: customer.id });
  const funds = async () =>
    (await it.control('/sandbox/stripe')) as {
      readonly bankLinks: readonly { readonly id: string; readonly cents: number }[];
    };
  const [link] = (await funds()).bankLinks;
  expect(link?.cents).toBe(100_000);

  await it.happen({ type: 'bankBalance', account: link?.id, cents: 100 });

  expect((await funds()).bankLinks).toMatchObject([{ cents: 100 }]);
});

test('a dispute is opened and closed, and a disputed charge cannot be refunded', async () => {
  await pay();

  expect(await it.happen({ type: 'dispute', reason: 'product_not_received' })).toMatchObject({ amount: 999 });
  const { data } = await it.stripe.charges.list();
  expect(data[0]).toMatchObject({ disputed: true });
  expect(await refusalOf(it.stripe.refunds.create({ charge: data[0]?.id ?? '' }))).toMatchObject({
    code: 'charge_disputed',
  });
  expect(await it.happen({ type: 'closeDispute', outcome: 'lost' })).toMatchObject({ status: 'lost' });
  const { data: events } = await it.stripe.events.list({ types: ['charge.dispute.created', 'charge.dispute.closed'] });
  expect(events.map(({ type }) => type)).toEqual(['charge.dispute.closed', 'charge.dispute.created']);
});

test('a refund that fails is announced, is no part of the charge any more, and can be made again', async () => {
  await pay();
  const [charge] = (await it.stripe.charges.list()).data;
  const id = charge?.id ?? '';
  await it.stripe.refunds.create({ charge: id });

  expect(await it.happen({ type: 'failRefund', reason: 'lost_or_stolen_card' })).toMatchObject({ status: 'failed' });

  const failed = { status: 'failed', failure_reason: 'lost_or_stolen_card' };
  expect(await it.stripe.charges.retrieve(id, { expand: ['refunds'] })).toMatchObject({
    amount_refunded: 0,
    refunded: false,
    refunds: { data: [failed], has_more: false },
  });
  const { data: events } = await it.stripe.events.list({ types: ['refund.failed', 'charge.refund.updated'] });
  expect(events.map(({ type, data }) => [type, data.object])).toMatchObject([
    ['refund.failed', failed],
    ['charge.refund.updated', failed],
  ]);
  expect(await it.stripe.refunds.create({ charge: id })).toMatchObject({ status: 'succeeded', amount: 999 });
  await expect(it.happen({ type: 'failRefund', charge: 'ch_none' })).rejects.toThrow('"statusCode":400');
});

test.each([
  ['an unknown type', { type: 'earthquake' }],
  ['an unknown decline', { type: 'decline', code: 'bad_mood' }],
  ['a charge that is not there', { type: 'dispute', charge: 'ch_none' }],
  ['a refund without a charge', { type: 'refund' }],
])('%s is refused with 400', async (_name, body) => {
  await expect(it.happen(body)).rejects.toThrow('"statusCode":400');
});

test('a card that its issuer has replaced is announced', async () => {
  await pay();
  const { data } = await it.stripe.events.list({ type: 'payment_method.attached' });
  const method = data[0]?.data.object;
  const paymentMethod = method && 'id' in method ? method.id : '';

  await it.happen({ type: 'updateCard', paymentMethod, expMonth: 3, expYear: 2031 });

  expect(await it.stripe.paymentMethods.retrieve(paymentMethod)).toMatchObject({
    card: { exp_month: 3, exp_year: 2031 },
  });
  expect((await it.stripe.events.list({ type: 'payment_method.automatically_updated' })).data).toHaveLength(1);
});

test('a payment method that is detached leaves its customer, and is announced', async () => {
  const customer = await payingCustomer(it.stripe);
  const [method] = (await it.stripe.customers.listPaymentMethods(customer.id)).data;
  const paymentMethod = method?.id ?? '';

  await it.happen({ type: 'detach', paymentMethod });

  expect(await it.stripe.paymentMethods.retrieve(paymentMethod)).toMatchObject({ customer: null });
  expect(await it.stripe.events.list({ type: 'payment_method.detached' })).toMatchObject({
    data: [{ data: { object: { id: paymentMethod } } }],
  });
  await expect(it.happen({ type: 'detach', paymentMethod: 'pm_none' })).rejects.toThrow('"statusCode":400');
});

test('a call can be refused as a request that is wrong, and does nothing then', async () => {
  await it.happen({ type: 'api', fault: 'refused', code: 'parameter_missing', call: 'POST /v1/customers' });

  expect(await refusalOf(it.stripe.customers.create())).toMatchObject({ code: 'parameter_missing' });
  expect((await it.stripe.customers.list()).data).toEqual([]);
});

test('webhooks go to the address that the control API is told', async () => {
  await it.happen({ type: 'webhookUrl', url: 'http://127.0.0.1:9/nobody' });
  await it.stripe.customers.create();

  const deliveries = () => it.control('/sandbox/stripe/deliveries');
  await expect
    .poll(deliveries)
    .toContainEqual(expect.objectContaining({ url: 'http://127.0.0.1:9/nobody', status: null }));
  expect(it.received).toHaveLength(0);
});
