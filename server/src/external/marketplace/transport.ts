import { backoffMs } from '../../lib/backoff.ts';
import type { Clock } from '../../lib/clock.ts';
import { leaveProcess } from '../../lib/outside.ts';
import type { Random } from '../../lib/random.ts';
import { ExternalError } from './external-error.ts';
import { readBody, TooLongAnswer } from './read-body.ts';

/** Amazon asks every application to say who it is. */
const userAgent = 'Watchpost/3.4.2 (Language=TypeScript; Platform=Node)';
const usualTimeoutMs = 15_000;
/** The longest answers of an API, a hundred products or orders, take a tenth of this. */
const usualBytes = 32_000_000;
const maxAttempts = 4;
const backoff = { firstMs: 1_000, longestMs: 8_000 };
const worthRetrying = new Set([500, 502, 503, 504]);

export interface Transport {
  /** Sends until there is an answer that is worth reading. Network failures and 5xx are tried again, a few times. */
  send(service: string, url: string | URL, init: Sending): Promise<Response>;
}

interface Sending extends RequestInit {
  readonly signal?: AbortSignal;
  /** A longer answer is refused and not asked for again. */
  readonly mostBytes?: number;
}

interface TransportOptions {
  readonly clock: Clock;
  readonly random: Random;
  /** For services that take longer than an API should. */
  readonly timeoutMs?: number;
}

export function createTransport({ clock, random, timeoutMs = usualTimeoutMs }: TransportOptions): Transport {
  return {
    async send(service, url, init) {
      leaveProcess(service);
      for (let attempt = 1; ; attempt += 1) {
        const outcome = await once(service, url, { ...init, timeoutMs });
        const isFinal = attempt === maxAttempts || init.signal?.aborted === true || outcome instanceof TooLongAnswer;
        if (outcome instanceof ExternalError && isFinal) throw outcome;
        if (!(outcome instanceof ExternalError) && (isFinal || !worthRetrying.has(outcome.status))) return outcome;
        await clock.pause(backoffMs(backoff, attempt - 1, random), init.signal);
      }
    },
  };
}

/** One try. A failure to get any answer is a value here, so that the loop above can decide. */
async function once(
  service: string,
  url: string | URL,
  { timeoutMs, mostBytes = usualBytes, ...init }: Sending & { readonly timeoutMs: number },
): Promise<Response | ExternalError> {
  const timeout = AbortSignal.timeout(timeoutMs);
  const signal = init.signal ? AbortSignal.any([timeout, init.signal]) : timeout;
  const headers = { ...headersOf(init), 'user-agent': userAgent };
  try {
    const response = await fetch(url, { ...init, headers, signal, redirect: 'error' });
    // The body counts against the time-out too: an answer that trickles in is no answer.
    const body = await readBody(service, response, mostBytes);
    const isEmpty = [204, 205, 304].includes(response.status);
    return new Response(isEmpty ? null : body, { status: response.status, headers: response.headers });
  } catch (cause) {
    if (cause instanceof TooLongAnswer) return cause;
    return new ExternalError(service, 'no answer', { isPermanent: false, cause });
  }
}

const headersOf = (init: RequestInit): Record<string, string> => Object.fromEntries(new Headers(init.headers));
