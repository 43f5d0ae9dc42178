import type { Endpoint } from '@app/shared/contract/endpoint.ts';

/**
 * The server ends a statement of the database after 6 s, and answers a usual call within about ten (`dbLimits.api`); a
 * call that asks a service of others usually makes one request of 20 s (`oauth-client.ts`). A minute is also what
 * proxies wait by default (`proxy_read_timeout` of nginx, the idle time of load balancers at AWS), so that a later
 * answer would not arrive behind them.
 */
const usualMs = 60_000;
/**
 * The server gives a file a minute to arrive (`requestTimeoutMs`); saving a payment method makes up to six requests of
 * 20 s, a repetition included (`stripe-call.ts`); and the world of 10,000 products, 603 kB, takes 97 s at 50 kbit/s.
 */
const slowMs = 180_000;
/** The smallest answer there is waits for one statement, which ends after about ten seconds; the rest is for the way. */
export const tokenMs = 20_000;

/**
 * A signal for one request, which aborts when its time is over, body included, and when its caller aborts it. The whole
 * call may take longer, because a user is asked for a password in between.
 */
export function deadlineOf({ slow }: Pick<Endpoint, 'slow'>, caller?: AbortSignal): AbortSignal {
  const over = AbortSignal.timeout(slow ? slowMs : usualMs);
  if (!caller) return over;
  // Browsers of 2023 have no `AbortSignal.any`.
  const either = new AbortController();
  for (const signal of [caller, over]) onAbort(signal, () => either.abort(signal.reason));
  return either.signal;
}

/** Settles like the work, or rejects as soon as the signal aborts: for work that does not know the signal. */
export function endWith<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    onAbort(signal, () => reject(signal.reason as Error));
    work.then(resolve, reject);
  });
}

function onAbort(signal: AbortSignal, act: () => void): void {
  if (signal.aborted) act();
  else signal.addEventListener('abort', act, { once: true });
}
