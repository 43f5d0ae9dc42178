import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  idOf,
  openInvoice,
  payingCustomer,
  refusalOf,
  startStripe,
  type StripeUnderTest,
} from './testing/stripe-under-test.ts';

let it: StripeUnderTest;

beforeAll(async () => {
  it = await startStripe();
});
afterAll(() => it.close());

const eventsOf = async (id: string) => {
  const { data } = await it.stripe.events.list({ limit: 100 });
  return data.filter(({ data: { object } }) => 'id' in object && object.id === id).map(({ type }) => type);
};

test('an invoice is drawn up, finalized and paid, and its objects name each other', async () => {
  const customer = await payingCustomer(it.stripe);

  const open = await openInvoice(it.stripe, { customer: customer.id, number: 'WP-1' });
  expect(open).toMatchObject({ status: 'open', number: 'WP-1', amount_due: 999, total_excluding_tax: 999 });
  const paid = await it.stripe.invoices.pay(open.id, {
    off_session: true,
    expand: ['payments', 'confirmation_secret'],
  });

  expect(paid).toMatchObject({ status: 'paid', amount_paid: 999, amount_remaining: 0, metadata: { invoice: '42' } });
  const payment = paid.payments?.data[0]?.payment.payment_intent;
  const intent = await it.stripe.paymentIntents.retrieve(idOf(payment), { expand: ['latest_charge'] });
  expect(intent).toMatchObject({
    status: 'succeeded',
    latest_charge: { amount: 999, paid: true, customer: customer.id },
  });
  expect(await eventsOf(open.id)).toEqual([
    'invoice.payment_succeeded',
    'invoice.paid',
    'invoice.updated',
    'invoice.finalized',
    'invoice.updated',
    'invoice.created',
  ]);
  expect((await refusalOf(it.stripe.invoices.pay(open.id))).message).toBe('Invoice is already paid');
});

test.each([['pm_card_chargeCustomerFail', 'card_declined', 'generic_decline']])(
  'a card that fails when it is charged (%s) answers 402 and the invoice stays open',
  async (name, code, decline_code) => {
    const customer = await payingCustomer(it.stripe, name);
    const open = await openInvoice(it.stripe, { customer: customer.id });

    const error = await refusalOf(it.stripe.invoices.pay(open.id));

    expect(error).toMatchObject({ type: 'StripeCardError', statusCode: 402, code, decline_code });
    expect(error.payment_intent).toMatchObject({
      status: 'requires_payment_method',
      last_payment_error: { decline_code },
    });
    expect(await it.stripe.invoices.retrieve(open.id)).toMatchObject({
      status: 'open',
      attempt_count: 1,
      attempted: true,
    });
    expect(await eventsOf(open.id)).toContain('invoice.payment_failed');
  },
);

test('the control API declines the next payment with a code of the caller, and the one after it succeeds', async () => {
  const customer = await payingCustomer(it.stripe);
  const open = await openInvoice(it.stripe, { customer: customer.id });
  await it.happen({ type: 'decline', code: 'insufficient_funds', customer: customer.id });

  expect(await refusalOf(it.stripe.invoices.pay(open.id))).toMatchObject({ decline_code: 'insufficient_funds' });
  expect(await it.stripe.invoices.pay(open.id)).toMatchObject({ status: 'paid', attempt_count: 2 });
});

test('a card that always asks for authentication waits for the person', async () => {
  const customer = await payingCustomer(it.stripe, 'pm_card_authenticationRequired');
  const open = await openInvoice(it.stripe, { customer: customer.id });

  const error = await refusalOf(it.stripe.invoices.pay(open.id, { off_session: true }));

  expect(error).toMatchObject({ statusCode: 402, code: 'invoice_payment_intent_requires_action' });
  expect(error.payment_intent).toMatchObject({ status: 'requires_action' });
  expect(await eventsOf(open.id)).toEqual(
    expect.arrayContaining(['invoice.payment_action_required', 'invoice.payment_failed']),
  );
});

test('an invoice below the smallest charge is paid from the balance, which the next invoice collects', async () => {
  const customer = await payingCustomer(it.stripe);

  const small = await openInvoice(it.stripe, { customer: customer.id, amount: 33 });
  expect(small).toMatchObject({ status: 'paid', amount_due: 0, total: 33, ending_balance: 33 });
  expect(await it.stripe.customers.retrieve(customer.id)).toMatchObject({ balance: 33 });

  const next = await openInvoice(it.stripe, { customer: customer.id, amount: 500 });
  expect(next).toMatchObject({ starting_balance: 33, amount_due: 533, total: 500, ending_balance: 0 });
});

test('a finalized invoice can no longer be edited, deleted or given lines', async () => {
  const customer = await payingCustomer(it.stripe);
  const { id } = await openInvoice(it.stripe, { customer: customer.id });

  for (const work of [
    it.stripe.invoices.update(id, { description: 'later' }),
    it.stripe.invoices.del(id),
    it.stripe.invoices.addLines(id, { lines: [{ amount: 1, description: 'more' }] }),
    it.stripe.invoices.finalizeInvoice(id),
  ])
    expect(await refusalOf(work)).toMatchObject({ statusCode: 400, code: 'invoice_not_editable' });
  expect(await it.stripe.invoices.update(id, { metadata: { seen: 'yes' } })).toMatchObject({
    metadata: { invoice: '42', seen: 'yes' },
  });
  expect(await it.stripe.invoices.voidInvoice(id)).toMatchObject({ status: 'void' });
});

test('a draft can be deleted, and its number is free again', async () => {
  const customer = await payingCustomer(it.stripe);
  const draft = await it.stripe.invoices.create({ customer: customer.id, number: 'WP-9' });

  expect((await refusalOf(it.stripe.invoices.create({ customer: customer.id, number: 'WP-9' }))).param).toBe('number');
  expect(await it.stripe.invoices.del(draft.id)).toMatchObject({ deleted: true });
  expect(await it.stripe.invoices.create({ customer: customer.id, number: 'WP-9' })).toMatchObject({ status: 'draft' });
});

test('a bank debit is under way for four business days of the sandbox, then it is decided', async () => {
  const customer = await it.stripe.customers.create({});
  const setup = await it.stripe.setupIntents.create({
    customer: customer.id,
    allowed_payment_method_types: ['us_bank_account'],
    confirm: true,
    payment_method_data: {
      type: 'us_bank_account',
      billing_details: { name: 'Lark Hollow' },
      us_bank_account: { routing_number: '110000000', account_number: '000123456789', account_holder_type: 'company' },
    },
    mandate_data: { customer_acceptance: { type: 'online', online: { ip_address: '127.0.0.1', user_agent: 'test' } } },
  });
  expect(setup).toMatchObject({ status: 'requires_action', next_action: { type: 'verify_with_microdeposits' } });
  const wrong = await refusalOf(it.stripe.setupIntents.verifyMicrodeposits(setup.id, { amounts: [1, 2] }));
  expect(wrong.code).toBe('payment_method_microdeposit_verification_amounts_mismatch');
  const verified = await it.stripe.setupIntents.verifyMicrodeposits(setup.id, { amounts: [32, 45] });
  expect(verified).toMatchObject({ status: 'succeeded', mandate: expect.stringMatching(/^mandate_/) });

  const open = await openInvoice(it.stripe, { customer: customer.id });
  const pay = () => it.stripe.invoices.pay(open.id, { payment_method: idOf(verified.payment_method) });
  expect(await pay()).toMatchObject({ status: 'open', attempted: true });
  expect((await refusalOf(pay())).code).toBe('payment_intent_unexpected_state');

  it.clock.advance(5 * 86_400_000);
  expect(await it.stripe.invoices.retrieve(open.id)).toMatchObject({ status: 'open' });
  it.clock.advance(86_400_000);
  expect(await it.stripe.invoices.retrieve(open.id)).toMatchObject({ status: 'paid' });
});

test('a bank debit can be returned, before and after it has succeeded', async () => {
  const customer = await it.stripe.customers.create({});
  const setup = await it.stripe.setupIntents.create({
    customer: customer.id,
    payment_method: 'pm_usBankAccount_success',
  });
  const mandate_data = { customer_acceptance: { type: 'online' as const } };
  await it.stripe.setupIntents.confirm(setup.id, { mandate_data });
  const { payment_method } = await it.stripe.setupIntents.verifyMicrodeposits(setup.id, { descriptor_code: 'SM11AA' });
  const open = await openInvoice(it.stripe, { customer: customer.id });
  const pay = () => it.stripe.invoices.pay(open.id, { payment_method: idOf(payment_method) });

  await pay();
  await it.happen({ type: 'return', code: 'account_closed' });
  expect(await eventsOf(open.id)).toContain('invoice.payment_failed');
  await pay();
  await it.happen({ type: 'settle' });
  expect(await it.stripe.invoices.retrieve(open.id)).toMatchObject({ status: 'paid' });
  await it.happen({ type: 'return' });
  const { data } = await it.stripe.disputes.list();
  expect(data[0]).toMatchObject({ status: 'lost', reason: 'insufficient_funds' });
});

test('a charge is refunded in parts and never above what was paid', async () => {
  const customer = await payingCustomer(it.stripe);
  const open = await openInvoice(it.stripe, { customer: customer.id });
  await it.stripe.invoices.pay(open.id);
  const { data } = await it.stripe.charges.list({ customer: customer.id });
  const charge = data[0]?.id ?? '';

  expect(await it.stripe.refunds.create({ charge, amount: 400 })).toMatchObject({ amount: 400, status: 'succeeded' });
  expect((await refusalOf(it.stripe.refunds.create({ charge, amount: 600 }))).param).toBe('amount');
  await it.stripe.refunds.create({ charge });
  expect(await refusalOf(it.stripe.refunds.create({ charge }))).toMatchObject({ code: 'charge_already_refunded' });
  expect(await it.control('/sandbox/stripe/ledger')).toContainEqual(
    expect.objectContaining({
      id: charge,
      amount: 999,
      amountRefunded: 999,
      metadata: { invoice: '42' },
      status: 'succeeded',
    }),
  );
});
