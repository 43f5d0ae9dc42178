import * as z from 'zod/mini';
import { backoffMs } from '../../lib/backoff.ts';
import type { Clock } from '../../lib/clock.ts';
import { limitConcurrency } from '../../lib/limit-concurrency.ts';
import type { Random } from '../../lib/random.ts';
import { maybe } from '../marketplace/answers/answer.ts';
import { ExternalError } from '../marketplace/external-error.ts';
import { createTransport } from '../marketplace/calls/transport.ts';
import { readableText } from './page-text.ts';

export const service = 'retail pages';
/** The provider loads the page during the call; 17 s have been observed. */
const timeoutMs = 60_000;
/** Providers refuse more concurrent calls. At 4.5 s per page this gives two pages a second. */
const atOnce = 10;
const maxThrottled = 4;
const backoff = { firstMs: 1_500, longestMs: 12_000 };

export interface PageCallerOptions {
  readonly url: string;
  /** The name and value of the query parameter that identifies the customer. */
  readonly key: readonly [name: string, value: string];
  readonly clock: Clock;
  readonly random: Random;
}

export interface PageCaller {
  /** Returns the provider's answer. A refusal is an ExternalError that carries its status. */
  get(path: string, query: Readonly<Record<string, string>>, signal?: AbortSignal): Promise<unknown>;
}

export function createPageCaller({ url, key, clock, random }: PageCallerOptions): PageCaller {
  const transport = createTransport({ clock, random, timeoutMs });
  const turn = limitConcurrency({ atOnce, waiting: Infinity });
  return {
    async get(path, query, signal) {
      const asked = new URLSearchParams([[...key], ...Object.entries(query)]).toString();
      const address = `${url}${path}?${asked}`;
      for (let throttled = 0; ; throttled += 1) {
        const response = await turn(() => transport.send(service, address, signal ? { signal } : {}));
        if (response.ok) return readJson(response);
        if (response.status !== 429 || throttled === maxThrottled || signal?.aborted) {
          throw await failureOf(response, key[1]);
        }
        await clock.pause(backoffMs(backoff, throttled, random), signal);
      }
    },
  };
}

async function readJson(response: Response): Promise<unknown> {
  try {
    return await response.json();
  } catch (cause) {
    throw new ExternalError(service, 'malformed answer: not JSON', { isPermanent: false, cause });
  }
}

/** Rainforest gives its reason in `request_info`, Keepa in `error`. */
const failureBody = z.object({
  request_info: maybe(z.object({ message: maybe(z.string()) })),
  error: maybe(z.object({ message: maybe(z.string()) })),
});

/** Explanations for statuses on which a person has to act. */
const remedies: Readonly<Record<number, string>> = {
  401: 'the provider refuses the key',
  402: 'the provider has no credits left for us',
  403: 'the provider refuses the key',
};

async function failureOf(response: Response, secret: string): Promise<ExternalError> {
  const { status } = response;
  const { data } = failureBody.safeParse(await response.json().catch(() => null));
  const said = data?.request_info?.message ?? data?.error?.message ?? '';
  const told = readableText(said.replaceAll(secret, '…'), 200);
  const reason = [remedies[status], `status ${status}`, told].filter(Boolean).join(', ');
  const isPermanent = status >= 400 && status < 500 && status !== 408 && status !== 429;
  return new ExternalError(service, reason, { isPermanent, status });
}
