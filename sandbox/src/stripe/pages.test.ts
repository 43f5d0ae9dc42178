import { Script } from 'node:vm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bankScript } from './script/bank-script.ts';
import { fieldsScript } from './script/fields-script.ts';
import { frameScript, readyScript } from './script/frame-script.ts';
import { idOf, openInvoice, payingCustomer, startStripe, type StripeUnderTest } from './testing/stripe-under-test.ts';

let it: StripeUnderTest;

beforeAll(async () => {
  it = await startStripe();
});
afterAll(() => it.close());

const get = async (url: string) => (await fetch(url)).text();
const post = (url: string, fields: Record<string, string>) =>
  fetch(url, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' });

test('the script and its frames come from the origin of the provider', async () => {
  const response = await fetch(`${it.sandbox.stripeUrl}/stripe-js/endive/stripe.js`);

  expect(response.headers.get('content-type')).toContain('text/javascript');
  const script = await response.text();
  expect(() => new Script(script)).not.toThrow();
  for (const part of [fieldsScript, bankScript])
    expect(() => new Script(`async () => {${frameScript}${part}${readyScript}}`)).not.toThrow();
  const frame = await get(`${it.sandbox.stripeUrl}/stripe-js/frame/payment`);
  for (const label of ['Card number', 'Expiry date', 'CVC', 'Account holder name', 'Routing number', 'Account number'])
    expect(frame).toContain(label);
});

test('an invoice is paid on its hosted page with the saved card', async () => {
  const customer = await payingCustomer(it.stripe);
  const open = await openInvoice(it.stripe, { customer: customer.id, number: 'WP-<1>' });
  const url = open.hosted_invoice_url ?? '';

  expect(await get(url)).toContain('Invoice WP-&lt;1&gt;');
  expect(await (await post(`${url}/pay`, {})).text()).toContain('Invoice paid');
  expect(await it.stripe.invoices.retrieve(open.id)).toMatchObject({ status: 'paid' });
  await post(`${url}/pay`, {});
  const { data } = await it.stripe.charges.list({ customer: customer.id });
  expect(data).toHaveLength(1);
});

test('the hosted page asks for another card after a decline, and for authentication', async () => {
  const customer = await payingCustomer(it.stripe, 'pm_card_chargeCustomerFail');
  const open = await openInvoice(it.stripe, { customer: customer.id });
  const url = open.hosted_invoice_url ?? '';

  expect(await (await post(`${url}/pay`, {})).text()).toContain('Your card was declined.');
  const card = { number: '4000 0027 6000 3184', expiry: '12 / 30', cvc: '123' };
  const challenge = (await post(`${url}/pay`, card)).headers.get('location') ?? '';
  expect(challenge).toMatch(/^\/challenge\/pi_/);
  const failed = await post(`${it.sandbox.stripeUrl}${challenge}`, { outcome: 'failed', return_url: url });
  expect(failed.headers.get('location')).toBe(url);
  expect(await get(url)).toContain('has failed authentication');
  const again = (await post(`${url}/pay`, card)).headers.get('location') ?? '';
  await post(`${it.sandbox.stripeUrl}${again}`, { outcome: 'passed' });
  expect(await get(url)).toContain('Invoice paid');
});

test('an authentication that pay has asked for is completed on the hosted page', async () => {
  const customer = await payingCustomer(it.stripe);
  const open = await openInvoice(it.stripe, { customer: customer.id });
  await it.happen({ type: 'challenge', customer: customer.id });
  await it.stripe.invoices.pay(open.id).catch(() => undefined);

  const location = (await post(`${open.hosted_invoice_url}/pay`, {})).headers.get('location') ?? '';
  await post(`${it.sandbox.stripeUrl}${location}`, { outcome: 'passed' });

  expect(await it.stripe.invoices.retrieve(open.id)).toMatchObject({ status: 'paid' });
});

test('the PDF names number, lines and total, and its table points at its objects', async () => {
  const customer = await payingCustomer(it.stripe);
  const open = await openInvoice(it.stripe, { customer: customer.id, number: 'WP-77', amount: 1234 });

  const response = await fetch(open.invoice_pdf ?? '');
  const pdf = Buffer.from(await response.arrayBuffer()).toString('latin1');

  expect(response.headers.get('content-type')).toBe('application/pdf');
  for (const part of ['%PDF-1.4', 'Invoice WP-77', 'Base fee   12.34', 'Total 12.34 USD', '%%EOF'])
    expect(pdf).toContain(part);
  const offsets = [...pdf.matchAll(/^(\d{10}) 00000 n /gm)].map((match) => Number(match[1]));
  expect(offsets.map((offset, index) => pdf.startsWith(`${index + 1} 0 obj`, offset))).toEqual(Array(5).fill(true));
  const start = Number(/startxref\n(\d+)/.exec(pdf)?.[1]);
  expect(pdf.startsWith('xref', start)).toBe(true);
});

test('a draft has no page', async () => {
  const customer = await payingCustomer(it.stripe);
  const draft = await it.stripe.invoices.create({ customer: customer.id });

  expect((await fetch(`${it.sandbox.stripeUrl}/i/${draft.id}`)).status).toBe(404);
  expect((await fetch(`${it.sandbox.stripeUrl}/microdeposits/seti_none`)).status).toBe(404);
});

test('micro-deposits are verified on their page', async () => {
  const { id } = await it.stripe.customers.create();
  const setup = await it.stripe.setupIntents.create({ customer: id, payment_method: 'pm_usBankAccount_success' });
  const mandate_data = { customer_acceptance: { type: 'online' as const } };
  const { next_action } = await it.stripe.setupIntents.confirm(setup.id, { mandate_data });
  const page = next_action?.verify_with_microdeposits?.hosted_verification_url ?? '';

  expect(await (await post(page, { first: '1', second: '2', code: '' })).text()).toContain('9 verification attempts');
  expect(await (await post(page, { first: '45', second: '32', code: '' })).text()).toContain('is verified');
  expect(await it.stripe.setupIntents.retrieve(setup.id)).toMatchObject({ status: 'succeeded' });
});

test('a linked account needs no deposits', async () => {
  const customer = await it.stripe.customers.create();
  const permissions = ['payment_method' as const, 'balances' as const];
  const setup = await it.stripe.setupIntents.create({
    customer: customer.id,
    payment_method_options: { us_bank_account: { financial_connections: { permissions } } },
  });
  const body = JSON.stringify({ clientSecret: setup.client_secret, name: 'Lark', email: '', account: '000123456789' });

  const collected = await fetch(`${it.sandbox.stripeUrl}/stripe-js/bank-accounts`, { method: 'POST', body });
  expect(await collected.json()).toMatchObject({ status: 'requires_confirmation' });
  const secret = { client_secret: setup.client_secret ?? '' };
  const confirmed = await it.browser.setupIntents.confirm(setup.id, secret as object, { maxNetworkRetries: 0 });

  expect(confirmed).toMatchObject({ status: 'succeeded' });
  const method = await it.stripe.paymentMethods.retrieve(idOf(confirmed.payment_method));
  const link = await it.stripe.financialConnections.accounts.retrieve(
    idOf(method.us_bank_account?.financial_connections_account),
  );
  expect(link).toMatchObject({ last4: '6789', permissions });
});
