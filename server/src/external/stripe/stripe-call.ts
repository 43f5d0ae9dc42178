import type { Stripe } from 'stripe';
import { epochSeconds } from '@app/shared/base/time.ts';
import { lazily } from '../../lib/lazily.ts';
import { leaveProcess } from '../../lib/leave-process.ts';
import { limitConcurrency } from '../../lib/limit-concurrency.ts';
import { onDemand } from '../../lib/on-demand.ts';
import { ExternalError } from '../marketplace/external-error.ts';

export const stripeLibrary = onDemand(() => import('stripe'));

const service = 'payments';
/** The time limit of a whole request, including its body. */
const timeoutMs = 10_000;
/**
 * The number of retries. The library repeats a request after a closed connection, 409 or 5xx, with its own idempotency
 * key.
 */
const retries = 1;
/** Stripe takes 25 requests a second for each endpoint. While Stripe is slow, at most this many callers wait for it. */
const limits = { atOnce: 8, waiting: 200 };

export interface StripeConfig {
  /** The origin of the API; `https://api.stripe.com`, or that of a stand-in. */
  readonly apiUrl: string;
  readonly secretKey: string;
  readonly publishableKey: string;
  readonly webhookSecret: string;
  /** The address of the script that browsers load. */
  readonly scriptUrl: string;
  /** Whether Stripe computes taxes. */
  readonly isTaxed: boolean;
}

/** A payment or a payment method was refused. The message is the provider's, for the customer. */
export class PaymentRefused extends Error {
  override readonly name = 'PaymentRefused';
  readonly code: string | null;
  /** The bank asks the customer to confirm the payment. */
  readonly needsConfirmation: boolean;
  /** Another attempt with the same method is useless. */
  readonly isFinal: boolean;

  constructor(message: string, refusal: { code: string | null; needsConfirmation: boolean; isFinal: boolean }) {
    super(message);
    this.code = refusal.code;
    this.needsConfirmation = refusal.needsConfirmation;
    this.isFinal = refusal.isFinal;
  }
}

export type StripeCall = <T>(work: (stripe: Stripe) => Promise<T>) => Promise<T>;

interface OpenStripe {
  readonly stripe: () => Promise<Stripe>;
  readonly call: StripeCall;
}

/** Opens the API at the first call. Calls of the returned function throw `PaymentRefused` or `ExternalError` only. */
export function openStripe(config: StripeConfig): OpenStripe {
  const stripe = lazily(() => createClient(config)).get;
  const limited = limitConcurrency(limits);
  const call: StripeCall = (work) => {
    leaveProcess(service);
    return limited(async () => work(await stripe()).catch(rethrow));
  };
  return { stripe, call };
}

interface Page<Row> {
  readonly data: readonly Row[];
  readonly has_more: boolean;
}

interface PageRequest {
  readonly created: { readonly gte: number };
  readonly limit: number;
  readonly starting_after?: string;
}

/** Lists everything of one kind that was created since an instant, the newest first. */
export async function listSince<Row extends { readonly id: string }>(
  call: StripeCall,
  since: Date,
  read: (stripe: Stripe, request: PageRequest) => Promise<Page<Row>>,
): Promise<readonly Row[]> {
  const created = { gte: epochSeconds(since) };
  const found: Row[] = [];
  let after: string | undefined;
  do {
    const request = { created, limit: 100, ...(after !== undefined && { starting_after: after }) };
    const page = await call((stripe) => read(stripe, request));
    found.push(...page.data);
    after = page.has_more ? page.data.at(-1)?.id : undefined;
  } while (after !== undefined);
  return found;
}

async function createClient({ apiUrl, secretKey }: StripeConfig): Promise<Stripe> {
  const { Stripe } = await stripeLibrary();
  const { protocol, hostname, port } = new URL(apiUrl);
  return new Stripe(secretKey, {
    host: hostname,
    port: port || (protocol === 'https:' ? '443' : '80'),
    protocol: protocol === 'https:' ? 'https' : 'http',
    // The time limit of this client covers the whole request; the time limit of the library's other client starts again
    // with each byte.
    httpClient: Stripe.createFetchHttpClient(),
    timeout: timeoutMs,
    maxNetworkRetries: retries,
    telemetry: false,
  });
}

/** Declines after which the same card is never accepted (docs.stripe.com/declines/codes). */
const finalDeclines = new Set([
  'lost_card',
  'stolen_card',
  'pickup_card',
  'expired_card',
  'invalid_account',
  'restricted_card',
  'revocation_of_authorization',
  'revocation_of_all_authorizations',
]);

async function rethrow(error: unknown): Promise<never> {
  const { Stripe } = await stripeLibrary();
  if (!(error instanceof Stripe.errors.StripeError)) throw error;
  const { code = null, decline_code: declineCode, advice_code: advice, statusCode, message } = error;
  const needsConfirmation =
    code === 'invoice_payment_intent_requires_action' ||
    code === 'authentication_required' ||
    declineCode === 'authentication_required';
  if (error instanceof Stripe.errors.StripeCardError || needsConfirmation) {
    const isFinal = advice === 'do_not_try_again' || finalDeclines.has(declineCode ?? code ?? '');
    throw new PaymentRefused(message, { code: declineCode ?? code, needsConfirmation, isFinal });
  }
  const isPermanent =
    statusCode !== undefined && statusCode >= 400 && statusCode < 500 && ![409, 429].includes(statusCode);
  throw new ExternalError(service, `${code ?? error.type}: ${message}`, {
    isPermanent,
    ...(statusCode !== undefined && { status: statusCode }),
    cause: error,
  });
}

/** Returns the id of an object that the provider gives by its id or as a whole. */
export const idOf = (object: string | { readonly id: string } | null | undefined): string | null =>
  typeof object === 'string' ? object : (object?.id ?? null);

/** The provider's code of a refusal, for example `tax_id_invalid`; `null` for an error without one. */
export function codeOf({ cause }: ExternalError): string | null {
  return cause instanceof Error && 'code' in cause && typeof cause.code === 'string' ? cause.code : null;
}
