import {
  askProvider,
  type Json,
  type ProviderAnswer,
  type ProviderRequest,
  type ProviderSide,
} from './provider-side.ts';

interface JourneyStep {
  readonly name: string;
  readonly answer: ProviderAnswer;
}

type Ask = (name: string, request: ProviderRequest) => Promise<string>;

/**
 * Test tokens of cards that are declined when they are saved. Their decline codes decide whether and when the product
 * charges a card again.
 */
const declinedAtSaving = [
  'tok_chargeDeclined',
  'tok_chargeDeclinedInsufficientFunds',
  'tok_chargeDeclinedExpiredCard',
  'tok_chargeDeclinedIncorrectCvc',
  'tok_chargeDeclinedProcessingError',
];

/**
 * Makes the calls of the product's client: a card is saved and pays an invoice, cards are declined when they are saved
 * and when they are charged, and requests are refused. Returns all answers in order.
 */
export async function travelJourneys(side: ProviderSide, run: string): Promise<readonly JourneyStep[]> {
  const steps: JourneyStep[] = [];
  const ask: Ask = async (name, request) => {
    const answer = await askProvider(side, request);
    steps.push({ name, answer });
    return idIn(answer.body);
  };
  const customer = await createCustomer(ask, run);
  await payByCard(ask, customer, run);
  await saveTaxId(ask, customer);
  await failToPay(ask, customer, run);
  for (const token of declinedAtSaving)
    await saveCard(ask, { customer, token, name: `a card that is declined, ${token}` });
  await refuse(ask, customer, run);
  return steps;
}

const idIn = (body: Json): string => {
  const id = typeof body === 'object' && body !== null && 'id' in body ? body.id : null;
  return typeof id === 'string' ? id : 'none';
};

const createCustomer = (ask: Ask, run: string): Promise<string> =>
  ask('a customer', {
    method: 'POST',
    path: '/v1/customers',
    idempotencyKey: `${run}:customer`,
    form: {
      email: 'owner@example.com',
      name: 'Brightkeel GmbH',
      'metadata[tenant]': run,
      'address[line1]': '1 Pier Street',
      'address[city]': 'Kiel',
      'address[postal_code]': '24103',
      'address[country]': 'DE',
    },
  });

interface SavedCard {
  readonly customer: string;
  readonly token: string;
  readonly name: string;
}

/**
 * Saves a card by its test token, in the way in which the product saves a card from the token of the provider's script.
 */
async function saveCard(ask: Ask, { customer, token, name }: SavedCard): Promise<string> {
  const method = await ask(`${name}: method`, {
    method: 'POST',
    path: '/v1/payment_methods',
    form: { type: 'card', 'card[token]': token },
  });
  await ask(`${name}: set-up`, {
    method: 'POST',
    path: '/v1/setup_intents',
    form: {
      customer,
      usage: 'off_session',
      'allowed_payment_method_types[0]': 'card',
      payment_method: method,
      confirm: 'true',
    },
  });
  return method;
}

const makeDefault = (ask: Ask, customer: string, method: string): Promise<string> =>
  ask('a default method', {
    method: 'POST',
    path: `/v1/customers/${customer}`,
    form: { 'invoice_settings[default_payment_method]': method },
  });

interface Bill {
  readonly customer: string;
  readonly name: string;
  readonly run: string;
}

/** Makes an invoice of 9.99 USD and charges it. */
async function collect(ask: Ask, { customer, name, run }: Bill): Promise<string> {
  const invoice = await ask(`${name}: draft`, {
    method: 'POST',
    path: '/v1/invoices',
    form: {
      customer,
      auto_advance: 'false',
      collection_method: 'charge_automatically',
      pending_invoice_items_behavior: 'exclude',
      currency: 'usd',
      'metadata[invoice]': `${run}:${name}`,
    },
  });
  const path = `/v1/invoices/${invoice}`;
  const line = {
    'lines[0][amount]': '999',
    'lines[0][description]': '30 days of the base',
    'lines[0][period][start]': '1790812800',
    'lines[0][period][end]': '1793404799',
  };
  await ask(`${name}: lines`, { method: 'POST', path: `${path}/add_lines`, form: line });
  await ask(`${name}: final`, { method: 'POST', path: `${path}/finalize`, form: { auto_advance: 'false' } });
  await ask(`${name}: payment`, { method: 'POST', path: `${path}/pay`, form: { off_session: 'true' } });
  await ask(`${name}: afterwards`, { method: 'GET', path });
  return invoice;
}

async function payByCard(ask: Ask, customer: string, run: string): Promise<void> {
  await ask('a set-up for the script', {
    method: 'POST',
    path: '/v1/setup_intents',
    form: { customer, usage: 'off_session', 'allowed_payment_method_types[0]': 'card' },
  });
  await makeDefault(ask, customer, await saveCard(ask, { customer, token: 'tok_visa', name: 'a card' }));
  const invoice = await collect(ask, { customer, name: 'a paid invoice', run });
  await ask('its payments', { method: 'GET', path: `/v1/invoice_payments?invoice=${invoice}` });
}

async function saveTaxId(ask: Ask, customer: string): Promise<void> {
  const path = `/v1/customers/${customer}/tax_ids`;
  await ask('a tax id', { method: 'POST', path, form: { type: 'eu_vat', value: 'DE123456789' } });
  await ask('a tax id that is not valid', { method: 'POST', path, form: { type: 'eu_vat', value: '1' } });
  await ask('the tax ids', { method: 'GET', path });
}

/** Saves a card that can be saved but is declined when it is charged, and charges it. */
async function failToPay(ask: Ask, customer: string, run: string): Promise<void> {
  const card = { customer, token: 'tok_chargeCustomerFail', name: 'a card that fails later' };
  await makeDefault(ask, customer, await saveCard(ask, card));
  await collect(ask, { customer, name: 'a declined invoice', run });
}

async function refuse(ask: Ask, customer: string, run: string): Promise<void> {
  const path = `/v1/customers/${customer}`;
  await ask('an unknown parameter', { method: 'POST', path, form: { nickname: 'x' } });
  await ask('a missing object', { method: 'GET', path: '/v1/invoices/in_none' });
  await ask('a missing parameter', { method: 'POST', path: '/v1/invoices', form: { auto_advance: 'false' } });
  const again = { method: 'POST', path: '/v1/customers', idempotencyKey: `${run}:customer` } as const;
  await ask('another request with a used key', { ...again, form: { name: 'Lark' } });
}
