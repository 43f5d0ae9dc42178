import { setTimeout } from 'node:timers/promises';

/** An answer of the payment provider's API. */
export interface ProviderAnswer {
  readonly status: number;
  readonly body: Json;
}

export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

export interface ProviderSide {
  readonly url: string;
  readonly key: string;
}

export interface ProviderRequest {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  /**
   * The parameters in Stripe's form encoding: `[name]` for the fields of an object, `[0]` for the elements of a list.
   */
  readonly form?: Readonly<Record<string, string>>;
  readonly idempotencyKey?: string;
}

/** The version of the API that the client of the product uses. */
const version = '2026-10-28.endive';
const timeoutMs = 30_000;

/** The pause in milliseconds before a request is repeated. The provider's test mode accepts 25 requests a second. */
const pauseMs = 500;
const mostAttempts = 20;

/** Sends one request as the product's client does, and repeats it while the provider refuses it for its rate limit. */
export async function askProvider(side: ProviderSide, request: ProviderRequest): Promise<ProviderAnswer> {
  for (let attempt = 1; ; attempt += 1) {
    const answer = await askOnce(side, request);
    if (answer.status !== 429 || attempt === mostAttempts) return answer;
    await setTimeout(pauseMs);
  }
}

async function askOnce({ url, key }: ProviderSide, request: ProviderRequest): Promise<ProviderAnswer> {
  const { method, path, form, idempotencyKey } = request;
  const response = await fetch(`${url}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${key}`,
      'stripe-version': version,
      ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
    },
    ...(form && { body: new URLSearchParams(form) }),
    signal: AbortSignal.timeout(timeoutMs),
  });
  return { status: response.status, body: (await response.json()) as Json };
}

/** Throws if the key belongs to the live mode, in which requests move real money. */
export function refuseLiveKey(key: string): void {
  if (!/^(?:sk|rk)_test_/.test(key)) throw new Error('STRIPE_TEST_KEY must be a key of the test mode: sk_test_…');
}
