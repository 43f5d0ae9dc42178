import { createServer, type IncomingMessage } from 'node:http';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { Stripe } from 'stripe';
import { createSandbox, type Sandbox } from '../../app.ts';
import { testConfig } from '../../config.ts';
import { sandboxCredentials } from '../../environment.ts';
import { portOf } from '../../http/listener.ts';
import { createManualClock } from '../../world/clock.ts';
import { recordExchanges, type Exchange } from './exchanges.ts';

export interface StripeUnderTest {
  readonly sandbox: Sandbox;
  readonly clock: ReturnType<typeof createManualClock>;
  readonly stripe: Stripe;
  /** A client with the publishable key, as a browser has it. */
  readonly browser: Stripe;
  /** The accepted requests of both clients with their answers. */
  readonly exchanges: readonly Exchange[];
  readonly received: readonly Received[];
  /** The statuses with which the receiver answers the next webhooks; after them, it answers with 200. */
  readonly statuses: number[];
  /** Calls the control API. Throws if the API refuses the call. */
  control(path: string, body?: object): Promise<unknown>;
  happen(body: object): Promise<unknown>;
  close(): Promise<void>;
}

export interface Received {
  readonly body: string;
  readonly signature: string;
}

/** Starts a sandbox, clients of the real library and a receiver of webhooks. */
export async function startStripe(): Promise<StripeUnderTest> {
  const received: Received[] = [];
  const statuses: number[] = [];
  const receiver = createServer((request, response) => {
    void take(request, received).then(() => response.writeHead(statuses.shift() ?? 200).end());
  });
  receiver.listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  const clock = createManualClock(new Date('2026-11-20T10:00:00Z'));
  const watchpostUrl = `http://127.0.0.1:${portOf(receiver)}`;
  const sandbox = await createSandbox(testConfig({ watchpostUrl }), { clock });
  const control = async (path: string, body?: object) => {
    const headers = { 'content-type': 'application/json' };
    const init = body === undefined ? {} : { method: 'POST', headers, body: JSON.stringify(body) };
    const response = await fetch(`${sandbox.url}${path}`, init);
    if (!response.ok) throw new Error(await response.text());
    return response.json();
  };
  await control('/sandbox/stripe', { type: 'rateLimit', perSecond: null });
  const { exchanges, fetch: recordingFetch } = recordExchanges();
  return {
    sandbox,
    clock,
    stripe: clientOf(sandbox, sandboxCredentials.stripeSecretKey, recordingFetch),
    browser: clientOf(sandbox, sandboxCredentials.stripePublishableKey, recordingFetch),
    exchanges,
    received,
    statuses,
    control,
    happen: (body) => control('/sandbox/stripe', body),
    async close() {
      await sandbox.close();
      receiver.closeAllConnections();
      receiver.close();
    },
  };
}

async function take(request: IncomingMessage, received: Received[]): Promise<void> {
  const signature = request.headers['stripe-signature']?.toString() ?? '';
  received.push({ body: await text(request), signature });
}

export function clientOf(sandbox: Sandbox, key: string, send?: typeof fetch): Stripe {
  const { hostname, port } = new URL(sandbox.stripeUrl);
  return new Stripe(key, {
    host: hostname,
    port,
    protocol: 'http',
    maxNetworkRetries: 0,
    ...(send && { httpClient: Stripe.createFetchHttpClient(send) }),
  });
}

/** Creates a customer whose default payment method is one of Stripe's named test methods. */
export async function payingCustomer(stripe: Stripe, method = 'pm_card_visa'): Promise<Stripe.Customer> {
  const customer = await stripe.customers.create({ email: 'owner@lark.test', metadata: { tenant: '7' } });
  const { id } = await stripe.paymentMethods.attach(method, { customer: customer.id });
  return stripe.customers.update(customer.id, { invoice_settings: { default_payment_method: id } });
}

interface Bill {
  readonly customer: string;
  readonly amount?: number;
  readonly number?: string;
}

/** Creates a finalized invoice with one line. */
export async function openInvoice(stripe: Stripe, { customer, amount = 999, number }: Bill): Promise<Stripe.Invoice> {
  const draft = await stripe.invoices.create({
    customer,
    auto_advance: false,
    collection_method: 'charge_automatically',
    pending_invoice_items_behavior: 'exclude',
    metadata: { invoice: '42' },
    ...(number === undefined ? {} : { number }),
  });
  const period = { start: 1_790_000_000, end: 1_792_592_000 };
  await stripe.invoices.addLines(draft.id, { lines: [{ amount, description: 'Base fee', period }] });
  return stripe.invoices.finalizeInvoice(draft.id);
}

/** Returns the error with which a call is refused. */
export async function refusalOf(work: Promise<unknown>): Promise<InstanceType<typeof Stripe.errors.StripeError>> {
  try {
    await work;
  } catch (error) {
    if (error instanceof Stripe.errors.StripeError) return error;
    throw error;
  }
  throw new Error('The call was not refused');
}

/** Returns the id of an object, which answers contain as a whole only if it was expanded. */
export function idOf(value: string | { readonly id: string } | null | undefined): string {
  if (value === null || value === undefined) throw new Error('The answer names no object');
  return typeof value === 'string' ? value : value.id;
}
