import type { BucketKey, Buckets, Share } from '../../../server/src/external/marketplace/calls/buckets.ts';
import type { Clock } from '../../../server/src/lib/clock.ts';
import { retryDelayMs } from '../../../server/src/features/observing/sweeping/due/pace.ts';
import { createSlots } from '../../../server/src/features/observing/quota/slots.ts';
import type { VirtualMarketplace } from './virtual-marketplace.ts';

/** A virtual clock in milliseconds since 1970. */
interface VirtualTime extends Clock {
  set(at: number): void;
}

export function createVirtualTime(): VirtualTime {
  let at = 0;
  return { now: () => new Date(at), set: (to) => void (at = to), pause: () => Promise.resolve() };
}

export interface Counts {
  sent: number;
  done: number;
  refused: number;
}

interface Run {
  readonly marketplace: VirtualMarketplace;
  /** Start of the run in virtual seconds. */
  readonly from: number;
  readonly until: number;
}

/** Milliseconds that a request takes. */
const answerMs = 150;
/** The maximum wait for a token while slots are free. */
const longestTokenWaitMs = createSlots(1, 0).patienceMs();

interface ProductRun extends Run {
  readonly buckets: Buckets;
  readonly key: BucketKey;
  readonly time: VirtualTime;
  readonly share: Share;
  /** Number of processes that call for the same account. */
  readonly processes: number;
  random(): number;
}

/** Simulates the product's caller and sweeps in virtual time: take a token, call, learn the rate from the answer. */
export async function simulateProduct({ marketplace, from, until, ...run }: ProductRun): Promise<Counts> {
  const counts: Counts = { sent: 0, done: 0, refused: 0 };
  const processes = Array.from({ length: run.processes }, (_, n) => ({
    at: from * 1000 + n * 10,
    failures: 0,
    hasToken: false,
  }));
  for (;;) {
    const next = processes.toSorted((a, b) => a.at - b.at)[0];
    if (!next || next.at >= until * 1000) return counts;
    run.time.set(next.at);
    if (!next.hasToken) {
      const taken = await run.buckets.take(run.key, run.share, longestTokenWaitMs);
      next.hasToken = taken.granted === 1;
      if (taken.granted === 0) next.at = Math.max(next.at + 1, taken.retryAt.getTime());
      else next.at += taken.waitMs;
      if (taken.granted === 0 || taken.waitMs > 0) continue;
    }
    next.hasToken = false;
    const { status, announced } = marketplace.call(next.at / 1000);
    counts.sent += 1;
    next.at += answerMs;
    run.time.set(next.at);
    if (announced !== null) await run.buckets.learn(run.key, announced);
    if (status === 200) counts.done += 1;
    if (status === 429) {
      counts.refused += 1;
      await run.buckets.throttled(run.key);
    }
    next.failures = status === 503 ? next.failures + 1 : 0;
    if (status === 503) next.at += retryDelayMs(next.failures, { fraction: () => run.random() }, 1);
  }
}

/** The peer that calls until it is refused and then waits with exponential backoff. */
export function simulateNaiveClient({ marketplace, from, until, random }: Run & { random(): number }): Counts {
  const counts: Counts = { sent: 0, done: 0, refused: 0 };
  let failures = 0;
  for (let at = from; at < until;) {
    const { status } = marketplace.call(at);
    counts.sent += 1;
    if (status === 200) counts.done += 1;
    if (status === 429) counts.refused += 1;
    failures = status === 200 ? 0 : failures + 1;
    at += answerMs / 1000 + (status === 200 ? 0 : Math.min(60, 2 ** failures) * (0.5 + random() / 2));
  }
  return counts;
}

/** The peer that always calls at the documented rate. */
export function simulateFixedRate({ marketplace, from, until, rate }: Run & { readonly rate: number }): Counts {
  const counts: Counts = { sent: 0, done: 0, refused: 0 };
  for (let at = from; at < until; at += 1 / rate) {
    const { status } = marketplace.call(at);
    counts.sent += 1;
    if (status === 200) counts.done += 1;
    if (status === 429) counts.refused += 1;
  }
  return counts;
}
