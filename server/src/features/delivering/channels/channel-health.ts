import { backoffMs, outageWaitMs } from '../../../lib/backoff.ts';
import type { Random } from '../../../lib/random.ts';
import { dayMs } from '@app/shared/base/time.ts';
import type { Outcome } from '../outbox/message.ts';

/** Summary of a channel's latest answers. */
export interface ChannelHealth {
  /** Number of consecutive failures. */
  readonly failures: number;
  /** Number of consecutive answers that say that the address no longer exists. */
  readonly goneAnswers: number;
  readonly failingSince: Date | null;
  /** Nothing is sent to the channel before this time. */
  readonly waitUntil: Date | null;
}

export type Failure = Exclude<Outcome, { outcome: 'sent' | 'refused' }>;

export const healthy: ChannelHealth = { failures: 0, goneAnswers: 0, failingSince: null, waitUntil: null };

/** A channel that accepts nothing for this long is stopped. Older alerts are no longer worth sending. */
export const keptForMs = 3 * dayMs;
const backoff = { firstMs: 30_000, longestMs: 300_000 };
/** Addresses that are being moved may answer 404 for a while; 410 is clearer, but may still be a mistake. */
const mostNotFound = 8;
const mostGone = 3;

interface FailureInput {
  readonly failure: Failure;
  readonly now: Date;
  readonly random: Pick<Random, 'fraction'>;
}

/**
 * Postpones the channel's next message by a pause that grows with the failures, or to the time that the receiver asked
 * for.
 */
export function afterFailure(health: ChannelHealth, { failure, now, random }: FailureInput): ChannelHealth {
  const asked = failure.outcome === 'later' ? failure.after : null;
  const failingSince = health.failingSince ?? now;
  // Only an unreachable receiver is tried again soon. One that answers gets the usual back-off, because eight answers
  // 404 stop the channel.
  const isAway = failure.outcome === 'later' && failure.isUnreachable;
  const waitMs = isAway
    ? outageWaitMs(now.getTime() - failingSince.getTime(), backoff.longestMs)
    : backoffMs(backoff, health.failures, random);
  return {
    failures: health.failures + 1,
    goneAnswers: failure.outcome === 'gone' ? health.goneAnswers + 1 : 0,
    failingSince,
    waitUntil: asked ?? new Date(now.getTime() + waitMs),
  };
}

/**
 * Returns `null` while the channel may still recover. A channel is stopped by its last attempt within three days: its
 * messages are given up before the next one, so that a channel with a single message would not be tried again.
 */
export function reasonToStop(health: ChannelHealth, failure: Failure, now: Date): string | null {
  if (failure.outcome === 'gone' && health.goneAnswers >= (failure.isCertain ? mostGone : mostNotFound)) {
    return `There is nothing at this address any more. ${failure.error}`;
  }
  const nextAttempt = health.waitUntil ?? now;
  const failingMs = nextAttempt.getTime() - (health.failingSince ?? now).getTime();
  return failingMs >= keptForMs ? `Nothing was taken for three days. ${failure.error}` : null;
}
