import { afterAll, beforeAll, expect, test } from 'vitest';
import { refusalOf, startStripe, type StripeUnderTest } from './testing/stripe-under-test.ts';

let it: StripeUnderTest;

beforeAll(async () => {
  it = await startStripe();
});
afterAll(() => it.close());

async function tokenOf(number: string): Promise<string> {
  const { id } = await it.browser.tokens.create({ card: { number, exp_month: '12', exp_year: '2030', cvc: '123' } });
  return id;
}

async function setUp(number: string) {
  const customer = await it.stripe.customers.create();
  const method = await it.stripe.paymentMethods.create({ type: 'card', card: { token: await tokenOf(number) } });
  const options = { customer: customer.id, payment_method: method.id, usage: 'off_session' as const };
  return {
    customer,
    method,
    work: it.stripe.setupIntents.create({ ...options, confirm: true, expand: ['latest_attempt'] }),
  };
}

test('a good card is saved for the customer', async () => {
  const { customer, method, work } = await setUp('4242424242424242');

  expect(await work).toMatchObject({
    status: 'succeeded',
    payment_method: method.id,
    latest_attempt: { status: 'succeeded' },
  });
  const { data } = await it.stripe.customers.listPaymentMethods(customer.id, { type: 'card' });
  expect(data.map(({ id }) => id)).toEqual([method.id]);
});

test.each([
  ['4000000000000002', 'card_declined', 'generic_decline'],
  ['4000000000009995', 'card_declined', 'insufficient_funds'],
  ['4000000000000069', 'expired_card', 'expired_card'],
  ['4000000000000127', 'incorrect_cvc', 'incorrect_cvc'],
])('the card %s is declined with %s, %s', async (number, code, decline_code) => {
  const error = await refusalOf((await setUp(number)).work);

  expect(error).toMatchObject({ statusCode: 402, type: 'StripeCardError', code, decline_code });
  expect(error.setup_intent).toMatchObject({ status: 'requires_payment_method', last_setup_error: { code } });
});

test('a card that asks for authentication needs the person, and is then charged without it', async () => {
  const { work } = await setUp('4000002500003155');

  const intent = await work;

  expect(intent).toMatchObject({ status: 'requires_action', next_action: { type: 'use_stripe_sdk' } });
  expect(
    await it.browser.setupIntents.retrieve(intent.id, { client_secret: intent.client_secret ?? '' }),
  ).toMatchObject({ id: intent.id });
  expect(await refusalOf(it.browser.setupIntents.retrieve(intent.id, { client_secret: 'guessed' }))).toMatchObject({
    statusCode: 404,
  });
});

test('a method belongs to one customer, and only an attached one can be its default', async () => {
  const { customer, method, work } = await setUp('5555555555554444');
  await work;
  const other = await it.stripe.customers.create();

  expect(await refusalOf(it.stripe.paymentMethods.attach(method.id, { customer: other.id }))).toMatchObject({
    statusCode: 400,
  });
  const makeDefault = (id: string) =>
    it.stripe.customers.update(id, { invoice_settings: { default_payment_method: method.id } });
  expect(await refusalOf(makeDefault(other.id))).toMatchObject({ param: 'invoice_settings[default_payment_method]' });
  await makeDefault(customer.id);
  await it.stripe.paymentMethods.detach(method.id);
  expect(await it.stripe.customers.retrieve(customer.id)).toMatchObject({
    invoice_settings: { default_payment_method: null },
  });
});

test('a succeeded or cancelled setup cannot be confirmed again', async () => {
  const { work } = await setUp('4242424242424242');
  const { id } = await work;
  const canceled = await it.stripe.setupIntents.create();
  await it.stripe.setupIntents.cancel(canceled.id);

  for (const intent of [id, canceled.id])
    expect(await refusalOf(it.stripe.setupIntents.confirm(intent))).toMatchObject({
      code: 'setup_intent_unexpected_state',
    });
});

test('the balance of a linked account is read after a refresh', async () => {
  const customer = await it.stripe.customers.create();
  const { id } = (await it.happen({ type: 'linkBank', customer: customer.id })) as { id: string };
  await it.happen({ type: 'bankBalance', account: id, cents: 1234 });

  const asked = await it.stripe.financialConnections.accounts.refresh(id, { features: ['balance'] });

  expect(asked.balance_refresh).toMatchObject({ status: 'pending' });
  const read = await it.stripe.financialConnections.accounts.retrieve(id);
  expect(read).toMatchObject({
    balance: { cash: { available: { usd: 1234 } } },
    balance_refresh: { status: 'succeeded' },
  });
  const { data } = await it.stripe.events.list({ type: 'financial_connections.account.refreshed_balance' });
  expect(data).toHaveLength(1);
  expect(
    await refusalOf(it.stripe.financialConnections.accounts.refresh(id, { features: ['transactions'] })),
  ).toMatchObject({ param: 'features' });
});
