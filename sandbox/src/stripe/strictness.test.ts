import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { sandboxCredentials } from '../environment.ts';
import {
  clientOf,
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
afterEach(async () => {
  await it.happen({ type: 'clear' });
  await it.happen({ type: 'rateLimit', perSecond: null });
});
afterAll(() => it.close());

interface RawRequest {
  readonly method?: string;
  readonly path: string;
  readonly form?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

async function send({ method = 'POST', path, form, headers = {} }: RawRequest) {
  const response = await fetch(`${it.sandbox.stripeUrl}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${sandboxCredentials.stripeSecretKey}`,
      'content-type': 'application/x-www-form-urlencoded',
      ...headers,
    },
    ...(form === undefined ? {} : { body: form }),
  });
  return { status: response.status, headers: response.headers, body: await response.json() };
}

test.each([
  ['customers', 'nickname=x', { code: 'parameter_unknown', param: 'nickname' }],
  ['customers', 'address[planet]=x', { code: 'parameter_unknown', param: 'address[planet]' }],
  ['customers', 'email=nobody', { code: 'email_invalid', param: 'email' }],
  ['customers', 'payment_method=', { code: 'parameter_invalid_empty', param: 'payment_method' }],
  ['customers', 'tax_id_data[0][type]=eu_vat&tax_id_data[0][value]=123', { code: 'tax_id_invalid', param: 'value' }],
  ['setup_intents', 'payment_method_types[0]=card', { code: 'parameter_unknown', param: 'payment_method_types' }],
  ['setup_intents', 'usage=sometimes', { param: 'usage' }],
  ['setup_intents', 'confirm=perhaps', { param: 'confirm' }],
  ['setup_intents', 'customer=cus_none', { code: 'resource_missing', param: 'customer' }],
  ['invoices', 'auto_advance=false', { code: 'parameter_missing', param: 'customer' }],
  ['invoices', 'customer=cus_none', { code: 'resource_missing', param: 'customer' }],
  ['refunds', 'charge=ch_1&amount=much', { code: 'parameter_invalid_integer', param: 'amount' }],
  ['refunds', '', { code: 'parameter_missing', param: 'charge' }],
  ['payment_methods', 'type=card', { code: 'parameter_missing', param: 'card' }],
  ['webhook_endpoints', 'url=http://x.test', { code: 'parameter_missing', param: 'enabled_events' }],
])('POST %s with %s', async (path, form, error) => {
  const answer = await send({ path: `/v1/${path}`, form });

  expect(answer).toMatchObject({ status: 400, body: { error: { type: 'invalid_request_error', ...error } } });
  expect(answer.headers.get('request-id')).toMatch(/^req_/);
});

test('lines without an amount and lines of an unknown field are named with their place', async () => {
  const customer = await payingCustomer(it.stripe);
  const { id } = await it.stripe.invoices.create({ customer: customer.id });
  const path = `/v1/invoices/${id}/add_lines`;

  const unknown = await send({ path, form: 'lines[0][amount]=1&lines[1][price]=p' });
  expect(unknown.body).toMatchObject({ error: { code: 'parameter_unknown', param: 'lines[1][price]' } });
  const missing = await send({ path, form: 'lines[0][description]=a' });
  expect(missing.body).toMatchObject({ error: { code: 'parameter_missing', param: 'lines[0][amount]' } });
});

test('an empty text clears a field', async () => {
  expect(await send({ path: '/v1/customers', form: 'email=' })).toMatchObject({ status: 200, body: { email: null } });
});

test('keys, versions, addresses and content types are checked', async () => {
  const path = '/v1/customers';

  expect(await send({ path, headers: { authorization: 'Bearer sk_test_other' } })).toMatchObject({ status: 401 });
  expect(await send({ path, headers: { authorization: '' } })).toMatchObject({ status: 401 });
  const basic = `Basic ${Buffer.from(`${sandboxCredentials.stripeSecretKey}:`).toString('base64')}`;
  expect(await send({ path, headers: { authorization: basic } })).toMatchObject({ status: 200 });
  const browser = { authorization: `Bearer ${sandboxCredentials.stripePublishableKey}` };
  expect(await send({ path, headers: browser })).toMatchObject({ body: { error: { code: 'secret_key_required' } } });
  expect(await send({ path, headers: { 'stripe-version': '2019-01-01' } })).toMatchObject({ status: 400 });
  expect(await send({ path: '/v1/elephants' })).toMatchObject({ status: 404 });
  expect(await send({ path, form: '{}', headers: { 'content-type': 'application/json' } })).toMatchObject({
    status: 400,
  });
});

test('an unknown object is 404 resource_missing', async () => {
  const refusals = await Promise.all([
    refusalOf(it.stripe.customers.retrieve('cus_none')),
    refusalOf(it.stripe.invoices.pay('in_none')),
    refusalOf(it.stripe.setupIntents.retrieve('seti_none')),
    refusalOf(it.stripe.charges.retrieve('ch_none')),
  ]);

  for (const error of refusals) expect(error).toMatchObject({ statusCode: 404, code: 'resource_missing' });
});

const card = (number: string, exp_year = '2030') => ({ card: { number, exp_month: '12', exp_year, cvc: '123' } });

test('card numbers are refused with the secret key and checked with the publishable one', async () => {
  expect(await refusalOf(it.stripe.tokens.create(card('4242424242424242')))).toMatchObject({ statusCode: 402 });
  const token = await it.browser.tokens.create(card('4242424242424242'));
  expect(token.card).toMatchObject({ brand: 'Visa', last4: '4242' });
  expect(await refusalOf(it.browser.tokens.create(card('4242424242424243')))).toMatchObject({
    code: 'incorrect_number',
  });
  expect(await refusalOf(it.browser.tokens.create(card('4242424242424242', '2020')))).toMatchObject({
    code: 'invalid_expiry_year',
  });

  const use = () => it.stripe.paymentMethods.create({ type: 'card', card: { token: token.id } });
  expect(await use()).toMatchObject({ type: 'card', card: { brand: 'visa', last4: '4242' } });
  expect(await refusalOf(use())).toMatchObject({ code: 'token_already_used' });
});

test('a repeated request with the same key is answered alike and done once', async () => {
  const request = { path: '/v1/customers', form: 'name=Twice', headers: { 'idempotency-key': 'wp:1' } };

  const first = await send(request);
  const second = await send(request);
  const other = await send({ ...request, form: 'name=Other' });

  expect(second.body).toEqual(first.body);
  expect(second.headers.get('idempotent-replayed')).toBe('true');
  expect(first.headers.get('idempotent-replayed')).toBeNull();
  expect(other).toMatchObject({ status: 400, body: { error: { type: 'idempotency_error' } } });
  it.clock.advance(86_400_000);
  expect((await send(request)).body).not.toEqual(first.body);
});

test('a refused request frees its key, and one under way keeps it', async () => {
  const headers = { 'idempotency-key': 'wp:2' };

  expect(await send({ path: '/v1/customers', form: 'nickname=x', headers })).toMatchObject({ status: 400 });
  await it.happen({ type: 'api', fault: 'slow', delayMs: 200 });
  const both = await Promise.all([1, 2].map(() => send({ path: '/v1/customers', form: 'name=x', headers })));
  const late = await send({ path: '/v1/customers', form: 'name=x', headers });

  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  expect(late.headers.get('idempotent-replayed')).toBe('true');
});

test('more than the allowed requests per second are refused with 429', async () => {
  await it.happen({ type: 'rateLimit', perSecond: 5 });

  const all = await Promise.all(Array.from({ length: 8 }, () => send({ method: 'GET', path: '/v1/customers' })));

  const refused = all.filter(({ status }) => status === 429);
  expect(refused).toHaveLength(3);
  expect(refused[0]?.body).toMatchObject({ error: { code: 'rate_limit' } });
});

test('pay answers 500 although it has charged, and the ledger has the charge once', async () => {
  const customer = await payingCustomer(it.stripe);
  const open = await openInvoice(it.stripe, { customer: customer.id });
  await it.happen({ type: 'api', fault: 'errorAfter', call: 'POST /v1/invoices/{id}/pay' });
  const idempotencyKey = 'wp:3';

  expect(await refusalOf(it.stripe.invoices.pay(open.id, {}, { idempotencyKey }))).toMatchObject({ statusCode: 500 });
  expect(await refusalOf(it.stripe.invoices.pay(open.id, {}, { idempotencyKey }))).toMatchObject({ statusCode: 500 });
  expect(await it.stripe.invoices.retrieve(open.id)).toMatchObject({ status: 'paid' });
  const ledger = (await it.control('/sandbox/stripe/ledger')) as { customer: string }[];
  expect(ledger.filter((charge) => charge.customer === customer.id)).toHaveLength(1);
});

test('a call that failed before anything was done can be repeated with its key', async () => {
  await it.happen({ type: 'api', fault: 'error' });
  const create = () => it.stripe.customers.create({}, { idempotencyKey: 'wp:4' });

  expect(await refusalOf(create())).toMatchObject({ statusCode: 500 });
  expect(await create()).toMatchObject({ object: 'customer' });
});

test('the provider can be slow, silent or down', async () => {
  const impatient = clientOf(it.sandbox, sandboxCredentials.stripeSecretKey);
  // The library repeats a request once by itself when its connection is closed.
  await it.happen({ type: 'api', fault: 'down', count: 2 });
  expect(await refusalOf(impatient.customers.list())).toMatchObject({ type: 'StripeConnectionError' });
  await it.happen({ type: 'api', fault: 'silent' });
  expect(await refusalOf(impatient.customers.list({}, { timeout: 200 }))).toMatchObject({
    type: 'StripeConnectionError',
  });
  await it.happen({ type: 'api', fault: 'slow', delayMs: 50 });
  expect(await impatient.customers.list()).toMatchObject({ object: 'list' });
  await it.happen({ type: 'api', fault: 'error', count: 1 });
  expect(await refusalOf(impatient.customers.list())).toMatchObject({ statusCode: 500 });
});

const list = (more: object) => it.stripe.customers.list({ email: 'p@lark.test', ...more });

test('lists are paged newest first', async () => {
  const created = await Promise.all(
    Array.from({ length: 3 }, (_, index) => it.stripe.customers.create({ email: 'p@lark.test', name: String(index) })),
  );
  const ids = (await list({})).data.map(({ id }) => id);

  expect(ids.toSorted()).toEqual(created.map(({ id }) => id).toSorted());
  const first = await list({ limit: 2 });
  expect([first.data.map(({ id }) => id), first.has_more]).toEqual([ids.slice(0, 2), true]);
  const rest = await list({ limit: 2, starting_after: ids[1] });
  expect([rest.data.map(({ id }) => id), rest.has_more]).toEqual([ids.slice(2), false]);
  const before = await list({ limit: 1, ending_before: ids[2] });
  expect([before.data.map(({ id }) => id), before.has_more]).toEqual([[ids[1]], true]);
});

test('only ids and included fields can be expanded', async () => {
  const customer = await payingCustomer(it.stripe);
  const expand = ['invoice_settings.default_payment_method'];

  const expanded = await it.stripe.customers.retrieve(customer.id, { expand });
  expect(expanded).toMatchObject({ invoice_settings: { default_payment_method: { object: 'payment_method' } } });
  expect(await refusalOf(it.stripe.customers.retrieve(customer.id, { expand: ['shoes'] }))).toMatchObject({
    param: 'expand',
  });
  const listed = await it.stripe.customers.list({ limit: 1, expand: ['data.invoice_settings.default_payment_method'] });
  expect(listed.data[0]?.invoice_settings).toMatchObject({ default_payment_method: { object: 'payment_method' } });
});
