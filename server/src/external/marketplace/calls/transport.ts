import { backoffMs } from '../../../lib/backoff.ts';
import type { Clock } from '../../../lib/clock.ts';
import { leaveProcess } from '../../../lib/leave-process.ts';
import type { Random } from '../../../lib/random.ts';
import { ExternalError } from '../external-error.ts';

/** Amazon requires a user agent that identifies the application. */
const userAgent = 'Watchpost/3.4.2 (Language=TypeScript; Platform=Node)';
const usualTimeoutMs = 15_000;
/** The longest answers, with a hundred products or orders, take a tenth of this limit. */
const usualBytes = 32_000_000;
const maxAttempts = 4;
const backoff = { firstMs: 1_000, longestMs: 8_000 };
const worthRetrying = new Set([500, 502, 503, 504]);

export interface Transport {
  /**
   * Sends the request until it gets an answer to return. Network failures and some 5xx answers are retried, at most
   * three times.
   */
  send(service: string, url: string | URL, init: SendOptions): Promise<Response>;
}

interface SendOptions extends RequestInit {
  readonly signal?: AbortSignal;
  /** A longer answer is refused and not requested again. */
  readonly mostBytes?: number;
  /**
   * The request is not repeated if no answer came: the service may have carried it out, and would carry it out twice.
   */
  readonly isSentOnce?: boolean;
  /** Called before each attempt. */
  readonly onAttempt?: () => void;
}

interface TransportOptions {
  readonly clock: Clock;
  readonly random: Random;
  /** The time limit of one attempt, for services that answer more slowly than an API. */
  readonly timeoutMs?: number;
}

export function createTransport({ clock, random, timeoutMs = usualTimeoutMs }: TransportOptions): Transport {
  return {
    async send(service, url, { isSentOnce = false, onAttempt, ...init }) {
      leaveProcess(service);
      const mostAttempts = isSentOnce ? 1 : maxAttempts;
      for (let attempt = 1; ; attempt += 1) {
        onAttempt?.();
        const outcome = await sendOnce(service, url, { ...init, timeoutMs });
        const isFinal = attempt === mostAttempts || init.signal?.aborted === true || outcome instanceof TooLongAnswer;
        if (outcome instanceof ExternalError && isFinal) throw outcome;
        if (!(outcome instanceof ExternalError) && (isFinal || !worthRetrying.has(outcome.status))) return outcome;
        await clock.pause(backoffMs(backoff, attempt - 1, random), init.signal);
      }
    },
  };
}

/** Makes one attempt. A missing answer is returned as a value, so that `send` can decide whether to retry. */
async function sendOnce(
  service: string,
  url: string | URL,
  { timeoutMs, mostBytes = usualBytes, ...init }: SendOptions & { readonly timeoutMs: number },
): Promise<Response | ExternalError> {
  const timeout = AbortSignal.timeout(timeoutMs);
  const signal = init.signal ? AbortSignal.any([timeout, init.signal]) : timeout;
  const headers = { ...headersOf(init), 'user-agent': userAgent };
  try {
    const response = await fetch(url, { ...init, headers, signal, redirect: 'error' });
    // The time limit includes the body, so that an answer that trickles in is abandoned.
    const body = await readBody(service, response, mostBytes);
    const isEmpty = [204, 205, 304].includes(response.status);
    return new Response(isEmpty ? null : body, { status: response.status, headers: response.headers });
  } catch (cause) {
    if (cause instanceof TooLongAnswer) return cause;
    return new ExternalError(service, 'no answer', { isPermanent: false, cause });
  }
}

const headersOf = (init: RequestInit): Record<string, string> => Object.fromEntries(new Headers(init.headers));

/** The answer exceeds the limit of its reader. An immediate retry would return the same answer. */
class TooLongAnswer extends ExternalError {
  override readonly name = 'TooLongAnswer';

  constructor(service: string, mostBytes: number) {
    super(service, `the answer is longer than ${mostBytes} bytes`, { isPermanent: false });
  }
}

/**
 * Reads a body up to a limit. Bytes are counted as `fetch` returns them, after decompression, so that neither a
 * declared length nor a compressed encoding bypasses the limit.
 */
async function readBody(service: string, response: Response, mostBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  // Leaving the loop cancels the download.
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    if (bytes > mostBytes) throw new TooLongAnswer(service, mostBytes);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
