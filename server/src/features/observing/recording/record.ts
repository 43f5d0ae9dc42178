import type { Executor } from '../../../lib/db/db.ts';
import { followFacts, type AwaitingItem } from './known-facts-queries.ts';
import type { KnownFacts } from './known-facts.ts';
import { withHash, type Observation } from './observation.ts';
import { compareFacts, listSameFacts, type ObservationsByKey } from './record-queries.ts';

interface FoundNews {
  /** Observations that differ from the known facts. */
  readonly news: readonly Observation[];
  /**
   * Items of the observed products that are judged whether or not the facts have changed, because they await a check.
   */
  readonly awaiting: readonly AwaitingItem[];
}

interface ObservedBatch {
  readonly observations: readonly Observation[];
  readonly known: KnownFacts;
}

/**
 * Finds the observations that differ from the known facts. Runs before a transaction begins and compares hashes, since
 * nearly every answer of the marketplace repeats the last one. `writeNews` compares what it writes again.
 */
export async function findNews(
  db: Executor,
  tenantId: string,
  { observations: observed, known }: ObservedBatch,
): Promise<FoundNews> {
  const observations = observed.map(withHash);
  const productIds = [...new Set(observations.map(({ productId }) => productId))];
  const { awaiting, ...followed } = await followFacts(db, tenantId, { productIds, since: known.since(tenantId) });
  known.follow(tenantId, followed);
  const asked = latestPerKey(listUnsettled(observations, known));
  const { news, same } = asked.size === 0 ? { news: [], same: [] } : await compareAll(db, tenantId, asked);
  known.note(tenantId, followed.version, same);
  for (const { productId } of news) known.forget(productId);
  return { news, awaiting };
}

/**
 * Returns all observations of each product that has at least one unknown observation. Known ones are included, because
 * among several observations of the same facts the latest has to count.
 */
function listUnsettled(observations: readonly Observation[], known: KnownFacts): readonly Observation[] {
  const unknown = observations.filter((one) => !known.has(one));
  if (unknown.length === 0) return unknown;
  const productIds = new Set(unknown.map(({ productId }) => productId));
  return observations.filter(({ productId }) => productIds.has(productId));
}

interface ComparedNews {
  readonly news: readonly Observation[];
  readonly same: readonly Observation[];
}

async function compareAll(db: Executor, tenantId: string, asked: ObservationsByKey): Promise<ComparedNews> {
  const { same, different } = await compareFacts(db, tenantId, asked);
  const known = new Set(different.filter((key) => asked.has(key)));
  const isSame =
    same + known.size === asked.size
      ? (key: string) => !known.has(key)
      : await listSameFacts(db, tenantId, asked).then((unchanged) => (key: string) => unchanged.has(key));
  const entries = [...asked];
  return {
    news: entries.flatMap(([key, one]) => (isSame(key) ? [] : one)),
    same: entries.flatMap(([key, one]) => (isSame(key) ? one : [])),
  };
}

/** Keeps the latest observation per key, since one statement cannot write a row twice. */
function latestPerKey(observations: readonly Observation[]): ObservationsByKey {
  const latest = new Map<string, Observation>();
  for (const observation of observations) {
    const key = `${observation.productId} ${observation.aspect} ${observation.sku}`;
    const known = latest.get(key);
    if (!known || known.observedAt <= observation.observedAt) latest.set(key, observation);
  }
  return latest;
}
