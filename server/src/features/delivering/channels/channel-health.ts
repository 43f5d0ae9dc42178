import type { ClaimedChannel } from './claim-queries.ts';
import type { Health } from './outbox-queries.ts';
import type { Outcome } from '../outbox/message.ts';

const firstWaitMs = 30_000;
const longestWaitMs = 300_000;
/** Channels that take nothing for so long are stopped, and what is as old is given up. */
export const keptForMs = 3 * 86_400_000;
/** An address says 404 while it is moved; 410 is said by who means it. */
const mostNotFound = 8;
const mostGone = 3;

export type Failure = Exclude<Outcome, { outcome: 'sent' | 'refused' }>;

export const healthy: Health = { failures: 0, goneAnswers: 0, failingSince: null, waitUntil: null };

/** 30 s, 1 min, 2 min, then 5 min apart, or as the channel itself asks. */
export function afterFailure(channel: ClaimedChannel, failure: Failure, now: Date): Health {
  const waitMs = Math.min(longestWaitMs, firstWaitMs * 2 ** channel.failures);
  const asked = failure.outcome === 'later' ? failure.after : null;
  return {
    failures: channel.failures + 1,
    goneAnswers: failure.outcome === 'gone' ? channel.goneAnswers + 1 : 0,
    failingSince: channel.failingSince ?? now,
    waitUntil: asked ?? new Date(now.getTime() + waitMs),
  };
}

/** `null` while there is hope. */
export function reasonToStop(health: Health, failure: Failure, now: Date): string | null {
  if (failure.outcome === 'gone' && health.goneAnswers >= (failure.isCertain ? mostGone : mostNotFound)) {
    return `There is nothing at this address any more. ${failure.error}`;
  }
  const failingMs = now.getTime() - (health.failingSince ?? now).getTime();
  return failingMs >= keptForMs ? `Nothing was taken for three days. ${failure.error}` : null;
}
