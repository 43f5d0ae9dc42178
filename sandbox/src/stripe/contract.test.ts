import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Stripe } from 'stripe';
import * as z from 'zod/mini';
import { calls } from './calls/calls.ts';
import { declineCodes, declineOf } from './money/declines.ts';
import type { Exchange } from './testing/exchanges.ts';
import {
  errorCodes,
  eventTypes,
  exchangeValidator,
  explainMissingReference,
  hasReference,
  isSchema,
  objectValidator,
  parametersOf,
  type Schema,
} from './testing/stripe-reference.ts';
import {
  idOf,
  openInvoice,
  payingCustomer,
  refusalOf,
  startStripe,
  type StripeUnderTest,
} from './testing/stripe-under-test.ts';

/** Calls that are missing from the reference. All other calls are compared with the reference. */
const unlisted = [
  'POST /v1/setup_intents/{id}',
  'POST /v1/customers/{customerId}/tax_ids',
  'GET /v1/customers/{customerId}/tax_ids',
  'DELETE /v1/customers/{customerId}/tax_ids/{id}',
  'POST /v1/tokens',
  'GET /v1/refunds',
  'GET /v1/disputes',
];

explainMissingReference();

describe.skipIf(!hasReference)('Against the reference', () => {
  let it: StripeUnderTest;
  beforeAll(async () => {
    it = await startStripe();
  });
  afterAll(() => it.close());

  test.each(calls.map(({ signature }) => signature).filter((signature) => !unlisted.includes(signature)))(
    'every parameter that %s accepts is Stripe’s',
    (signature) => {
      const reference = parametersOf(signature);
      const own = calls.find((declared) => declared.signature === signature);
      if (!own) throw new Error('The call was listed');

      expect(reference).toBeDefined();
      const accepted = z.toJSONSchema(own.parameters, { io: 'input', unrepresentable: 'any' });
      expect(undeclared(accepted, reference ?? {})).toEqual([]);
      expect(requiredOf(accepted)).toEqual(requiredOf(reference ?? {}));
    },
  );

  test('the calls that the reference leaves out are listed', () => {
    const declared = calls.map(({ signature }) => signature);

    expect(declared.filter((signature) => !parametersOf(signature)).toSorted()).toEqual(unlisted.toSorted());
  });

  test('every accepted request and every answer of a journey through all calls is Stripe’s', async () => {
    const own = await startStripe();
    await journey(own);
    await readAll(own);
    await own.close();
    const made = new Set(own.exchanges.map(({ signature }) => signature));
    const listed = own.exchanges.filter(({ signature }) => !unlisted.includes(signature));
    const validate = exchangeValidator();

    expect(calls.map(({ signature }) => signature).filter((signature) => !made.has(signature))).toEqual([]);
    expect([...new Set(listed.flatMap(validate))]).toEqual([]);
  });

  test('a request or an answer that is not Stripe’s is found', () => {
    const validate = exchangeValidator();
    const customer = { id: 'cus_1', object: 'customer', deleted: true };
    const of = (fields: Exchange['fields'], answer: object = customer): readonly string[] =>
      validate({ signature: 'DELETE /v1/customers/{id}', fields, answer });

    expect(of({})).toEqual([]);
    expect(of({ nickname: 'x' })).toEqual([expect.stringContaining('nickname')]);
    expect(of({}, { ...customer, name: 'x' })).toEqual([expect.stringContaining('name')]);
    expect(of({}, { ...customer, object: 'charge' })).toEqual([expect.stringContaining('not customer')]);
    const list = (fields: Exchange['fields'], data: object[]) =>
      validate({ signature: 'GET /v1/charges', fields, answer: { object: 'list', url: '/', has_more: false, data } });
    expect(list({ limit: '3' }, [])).toEqual([]);
    expect(list({ limit: 'three' }, [])).toEqual([expect.stringContaining('/limit must be')]);
    expect(list({}, [{ object: 'charge' }])).not.toEqual([]);
  });

  test('every object of a long journey has the fields of the reference and no others', async () => {
    await journey(it);
    const validate = objectValidator();
    const events = await it.stripe.events.list({ limit: 100 }).autoPagingToArray({ limit: 1000 });
    const objects: readonly unknown[] = events.map(({ data }) => data.object);
    expect([...new Set(objects.flatMap((object) => validate(object)))]).toEqual([]);
    const kinds = new Set(objects.map((object) => (isSchema(object) ? String(object['object']) : '')));
    expect([...kinds].toSorted()).toEqual([
      'charge',
      'customer',
      'dispute',
      'financial_connections.account',
      'invoice',
      'invoice_payment',
      'payment_intent',
      'payment_method',
      'refund',
      'setup_intent',
      'tax_id',
    ]);
    expect(events.map(({ type }) => type).filter((type) => !(type in eventTypes()))).toEqual([]);
  });

  test('objects that no event carries have the fields of the reference too', async () => {
    const validate = objectValidator();
    const customer = await payingCustomer(it.stripe);
    const open = await openInvoice(it.stripe, { customer: customer.id });
    const token = await it.browser.tokens.create({
      card: { number: '4242424242424242', exp_month: '12', exp_year: '2030' },
    });
    const { data: endpoints } = await it.stripe.webhookEndpoints.list();
    const { data: mandates } = {
      data: await Promise.all((await setupsWithMandate(it)).map((id) => it.stripe.mandates.retrieve(id))),
    };
    const expanded = await it.stripe.invoices.retrieve(open.id, {
      expand: ['payments', 'confirmation_secret', 'customer'],
    });
    const { data: lines } = await it.stripe.invoices.listLineItems(open.id);

    expect(mandates).toHaveLength(1);
    for (const object of [token, ...endpoints, ...mandates, expanded, ...lines])
      expect(validate(plain(object))).toEqual([]);
  });

  test('every code of a decline is one of Stripe’s', () => {
    const codes = errorCodes();

    expect(declineCodes.map((code) => declineOf(code).code).filter((code) => !codes.includes(code))).toEqual([]);
  });
});

const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

const mandate_data = { customer_acceptance: { type: 'online' as const } };

async function setupsWithMandate({ stripe }: StripeUnderTest): Promise<string[]> {
  const setup = await stripe.setupIntents.create({ payment_method: 'pm_usBankAccount_success' });
  await stripe.setupIntents.confirm(setup.id, { mandate_data });
  const { mandate } = await stripe.setupIntents.verifyMicrodeposits(setup.id, { amounts: [45, 32] });
  return [idOf(mandate)];
}

/** Makes objects of all kinds pass through all states. */
async function journey(it: StripeUnderTest): Promise<void> {
  const { stripe } = it;
  const customer = await payingCustomer(stripe);
  await stripe.customers.update(customer.id, {
    address: { line1: '1 Lark Lane', city: 'Seattle', state: 'WA', postal_code: '98101', country: 'US' },
    name: 'Lark Hollow',
  });
  const taxId = await stripe.customers.createTaxId(customer.id, { type: 'eu_vat', value: 'DE123456789' });
  await stripe.customers.deleteTaxId(customer.id, taxId.id);
  const open = await openInvoice(stripe, { customer: customer.id });
  await it.happen({ type: 'decline', code: 'lost_card' });
  await refusalOf(stripe.invoices.pay(open.id));
  await it.happen({ type: 'challenge' });
  await refusalOf(stripe.invoices.pay(open.id));
  await stripe.invoices.pay(open.id);
  await it.happen({ type: 'refund', amount: 100 });
  await it.happen({ type: 'failRefund' });
  await it.happen({ type: 'refund', amount: 100 });
  await it.happen({ type: 'dispute' });
  await it.happen({ type: 'closeDispute', outcome: 'won' });
  await stripe.invoices.voidInvoice((await openInvoice(stripe, { customer: customer.id })).id);
  await stripe.invoices.markUncollectible((await openInvoice(stripe, { customer: customer.id })).id);
  await bankJourney(it, customer.id);
  const failing = await stripe.setupIntents.create({
    customer: customer.id,
    payment_method: 'pm_card_visa_chargeDeclined',
  });
  await refusalOf(stripe.setupIntents.confirm(failing.id));
  await stripe.setupIntents.cancel(failing.id, { cancellation_reason: 'abandoned' });
  const challenged = await stripe.setupIntents.create({
    customer: customer.id,
    confirm: true,
    payment_method: 'pm_card_authenticationRequired',
    allowed_payment_method_types: ['card' as const],
    return_url: 'http://127.0.0.1/back',
  });
  expect(challenged.next_action?.type).toBe('redirect_to_url');
  await stripe.customers.del((await stripe.customers.create()).id);
}

/** Makes the calls that the journey does not make, with the objects that the journey has created. */
async function readAll(it: StripeUnderTest): Promise<void> {
  const { stripe } = it;
  await readCustomers(it);
  await readInvoices(stripe);
  const endpoint = await stripe.webhookEndpoints.create({
    url: 'http://127.0.0.1/x',
    enabled_events: ['invoice.paid'],
  });
  await stripe.webhookEndpoints.update(endpoint.id, { description: 'Lark', disabled: true });
  await stripe.webhookEndpoints.list({ limit: 1 });
  const { data: events } = await stripe.events.list({ created: { gte: 1 }, types: ['invoice.paid'], limit: 1 });
  await stripe.events.retrieve(first(events).id);
  const { data: setups } = await stripe.setupIntents.list({ limit: 1 });
  await stripe.setupIntents.update(first(setups).id, { description: 'Lark' });
  await stripe.setupIntents.retrieve(first(setups).id);
  await Promise.all((await setupsWithMandate(it)).map((id) => stripe.mandates.retrieve(id)));
  const { bankLinks } = linked.parse(await it.control('/sandbox/stripe'));
  await stripe.financialConnections.accounts.retrieve(first(bankLinks).id);
}

async function readCustomers({ stripe, browser }: StripeUnderTest): Promise<void> {
  const customer = await payingCustomer(stripe);
  await stripe.customers.retrieve(customer.id, { expand: ['invoice_settings.default_payment_method'] });
  await stripe.customers.list({ email: 'owner@lark.test', limit: 1 });
  await stripe.customers.createTaxId(customer.id, { type: 'us_ein', value: '12-3456789' });
  await stripe.customers.listTaxIds(customer.id, { limit: 100 });
  const { data: methods } = await stripe.customers.listPaymentMethods(customer.id, { type: 'card' });
  const { id } = first(methods);
  await stripe.customers.retrievePaymentMethod(customer.id, id);
  await stripe.paymentMethods.retrieve(id);
  await stripe.paymentMethods.update(id, { billing_details: { name: 'Lark' }, card: { exp_year: 2031 } });
  const card = { number: '4242424242424242', exp_month: '12', exp_year: '2030', cvc: '123' };
  const token = await browser.tokens.create({ card });
  await stripe.tokens.retrieve(token.id);
  await stripe.paymentMethods.create({ type: 'card', card: { token: token.id } });
}

async function readInvoices(stripe: Stripe): Promise<void> {
  const customer = await payingCustomer(stripe);
  const { id } = await openInvoice(stripe, { customer: customer.id });
  await stripe.invoices.pay(id, { off_session: true });
  await stripe.invoices.retrieve(id, { expand: ['payments'] });
  await stripe.invoices.list({ customer: customer.id, created: { gte: 1 }, status: 'paid', limit: 1 });
  await stripe.invoices.listLineItems(id, { limit: 1 });
  const draft = await stripe.invoices.create({ customer: customer.id });
  await stripe.invoices.update(draft.id, { description: 'Lark', metadata: { invoice: '43' } });
  await stripe.invoices.del(draft.id);
  const { data: payments } = await stripe.invoicePayments.list({ invoice: id, status: 'paid', limit: 1 });
  const { payment } = await stripe.invoicePayments.retrieve(first(payments).id);
  await stripe.paymentIntents.list({ customer: customer.id });
  const intent = await stripe.paymentIntents.retrieve(idOf(payment.payment_intent));
  await stripe.charges.list({ payment_intent: intent.id });
  const charge = await stripe.charges.retrieve(idOf(intent.latest_charge));
  const refund = await stripe.refunds.create({ charge: charge.id, amount: 100 });
  await stripe.refunds.retrieve(refund.id);
  await stripe.refunds.list({ charge: charge.id });
  const { data: disputes } = await stripe.disputes.list({ limit: 1 });
  await stripe.disputes.retrieve(first(disputes).id);
}

function first<T>([one]: readonly T[]): T {
  if (one === undefined) throw new Error('The list is empty');
  return one;
}

async function bankJourney(it: StripeUnderTest, customer: string): Promise<void> {
  const { stripe } = it;
  const setup = await stripe.setupIntents.create({
    customer,
    allowed_payment_method_types: ['us_bank_account'],
    payment_method: 'pm_usBankAccount_success',
    payment_method_options: {
      us_bank_account: { financial_connections: { permissions: ['payment_method', 'balances'] } },
    },
  });
  await stripe.setupIntents.confirm(setup.id, { mandate_data });
  const { payment_method } = await stripe.setupIntents.verifyMicrodeposits(setup.id, { amounts: [32, 45] });
  const open = await openInvoice(stripe, { customer });
  await stripe.invoices.pay(open.id, { payment_method: idOf(payment_method) });
  await it.happen({ type: 'return', code: 'no_account' });
  await it.happen({ type: 'linkBank', customer });
  const { bankLinks } = linked.parse(await it.control('/sandbox/stripe'));
  await stripe.financialConnections.accounts.refresh(bankLinks[0]?.id ?? '', { features: ['balance'] });
  await stripe.paymentMethods.detach(idOf(payment_method));
}

const linked = z.object({ bankLinks: z.array(z.object({ id: z.string() })) });

function undeclared(accepted: unknown, reference: Schema, path = ''): string[] {
  if (!isSchema(accepted)) return [];
  const branches = [accepted, ...(Array.isArray(accepted['anyOf']) ? accepted['anyOf'] : [])].filter(isSchema);
  return branches.flatMap((branch) => [
    ...Object.entries(isSchema(branch['properties']) ? branch['properties'] : {}).flatMap(([name, part]) => {
      const found = fieldOf(reference, name);
      return found === undefined ? [`${path}${name}`] : undeclared(part, found, `${path}${name}.`);
    }),
    ...undeclared(branch['items'], memberOf(reference), path),
  ]);
}

const branchesOf = (schema: Schema): Schema[] => [
  schema,
  ...(Array.isArray(schema['anyOf']) ? schema['anyOf'].filter(isSchema) : []),
];

function fieldOf(schema: Schema, name: string): Schema | undefined {
  const found = branchesOf(schema).map(({ properties }) => (isSchema(properties) ? properties[name] : undefined));
  return found.find(isSchema);
}

const memberOf = (schema: Schema): Schema =>
  branchesOf(schema)
    .map(({ items }) => items)
    .find(isSchema) ?? {};

const requiredOf = (schema: unknown): unknown[] =>
  isSchema(schema) && Array.isArray(schema['required']) ? schema['required'].map(String).toSorted() : [];
