import { clockSkewMs } from '../../../lib/clock-skew.ts';
import type { Tx } from '../../../lib/db/db.ts';
import { findContradicted, findOvertaken } from './contradicted-queries.ts';
import { rereadListings, type NamedListing, type NamedTarget, type ResolvedConsequence } from './push-type.ts';
import type { TakingContext, TenantMessage } from './taking.ts';

/**
 * Replaces facts whose time is unknown by a request for their listings. The requests for several messages are
 * collected, because every message is ahead while our own clock is behind.
 */
export function rereadInstead(
  consequence: ResolvedConsequence,
  listings: readonly NamedListing[],
): ResolvedConsequence {
  if (consequence.outcome !== 'observed') return consequence;
  const { source, observations } = consequence;
  const isTold = ({ productId, sku }: NamedListing): boolean =>
    observations.some((one) => one.productId === productId && one.sku === sku);
  const instead = rereadListings(source, listings.filter(isTold));
  return instead.outcome === 'reread' ? { ...instead, mayWait: true } : instead;
}

/** An answer is dated by its request, and may contain changes that happened until it arrived. */
const answerMs = 5_000;

type DatedMessage = Pick<TakingContext, 'clock'> & TenantMessage;

const isRecent = ({ clock, notification }: DatedMessage): boolean =>
  clock.now().getTime() - notification.at.getTime() < clockSkewMs;

/**
 * Messages and answers of nearly the same time may overtake each other. Returns the listings about which the message
 * contradicts facts that became known just before it.
 */
export async function findRecentlyContradicted(
  tx: Tx,
  message: DatedMessage,
  consequence: ResolvedConsequence,
): Promise<readonly NamedTarget[]> {
  if (consequence.outcome !== 'observed' || !isRecent(message)) return [];
  const { notification, subscriber } = message;
  const after = new Date(notification.at.getTime() - answerMs);
  return findContradicted(tx, subscriber.tenantId, { observations: consequence.observations, after });
}

interface FoundMessage {
  readonly meant: ResolvedConsequence;
  readonly contradicted: readonly NamedTarget[];
}

/**
 * Ingests the observations of a message. Returns that the marketplace is asked about the listing instead, if facts of
 * about the same time contradict the message; if a recent message changed nothing, because known facts count as newer;
 * or if the known facts that completed the message have changed meanwhile.
 */
export async function ingestObservations(
  ctx: TakingContext,
  taking: TenantMessage,
  { meant, contradicted }: FoundMessage,
): Promise<ResolvedConsequence> {
  if (meant.outcome !== 'observed') return meant;
  const { tenantId } = taking.subscriber;
  const { observations, source } = meant;
  let unsure = contradicted;
  if (unsure.length === 0) {
    const { changed } = await ctx.judging.ingest(tenantId, observations);
    const hasLost = changed.length === 0 && isRecent({ ...ctx, ...taking });
    const completing = observations.filter(({ completes }) => completes !== undefined);
    if (!hasLost && completing.length === 0) return meant;
    unsure = await ctx.db.tenant(tenantId, (tx) =>
      hasLost
        ? findContradicted(tx, tenantId, { observations, after: new Date(0) })
        : findOvertaken(tx, tenantId, completing),
    );
  }
  return unsure.length === 0 ? meant : { outcome: 'reread', sources: [source], targets: unsure };
}
