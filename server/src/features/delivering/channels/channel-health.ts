import { backoffMs } from '../../../lib/backoff.ts';
import type { Random } from '../../../lib/random.ts';
import { dayMs } from '@app/shared/base/time.ts';
import type { Outcome } from '../outbox/message.ts';

/** The latest answers of a channel, summed up. */
export interface ChannelHealth {
  /** Failures in a row. */
  readonly failures: number;
  /** Answers in a row that say that nothing is at the address any more. */
  readonly goneAnswers: number;
  readonly failingSince: Date | null;
  /** The channel is sent nothing until then. */
  readonly waitUntil: Date | null;
}

export type Failure = Exclude<Outcome, { outcome: 'sent' | 'refused' }>;

export const healthy: ChannelHealth = { failures: 0, goneAnswers: 0, failingSince: null, waitUntil: null };

/** A channel that takes nothing for this long is stopped, and older alerts are no news any more. */
export const keptForMs = 3 * dayMs;
const backoff = { firstMs: 30_000, longestMs: 300_000 };
/** Addresses answer 404 while they are moved; 410 is certain, and may still be a mistake. */
const mostNotFound = 8;
const mostGone = 3;

interface FailureInput {
  readonly failure: Failure;
  readonly now: Date;
  readonly random: Pick<Random, 'fraction'>;
}

/** The channel waits by the back-off, or as long as it asked for itself. */
export function afterFailure(health: ChannelHealth, { failure, now, random }: FailureInput): ChannelHealth {
  const asked = failure.outcome === 'later' ? failure.after : null;
  return {
    failures: health.failures + 1,
    goneAnswers: failure.outcome === 'gone' ? health.goneAnswers + 1 : 0,
    failingSince: health.failingSince ?? now,
    waitUntil: asked ?? new Date(now.getTime() + backoffMs(backoff, health.failures, random)),
  };
}

/** `null` while the channel may still come back. */
export function reasonToStop(health: ChannelHealth, failure: Failure, now: Date): string | null {
  if (failure.outcome === 'gone' && health.goneAnswers >= (failure.isCertain ? mostGone : mostNotFound)) {
    return `There is nothing at this address any more. ${failure.error}`;
  }
  const failingMs = now.getTime() - (health.failingSince ?? now).getTime();
  return failingMs >= keptForMs ? `Nothing was taken for three days. ${failure.error}` : null;
}
