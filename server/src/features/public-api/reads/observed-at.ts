import type { Aspect } from '@app/shared/watchdogs/facts/observations.ts';
import type { Product } from '@app/shared/contract/world.ts';
import type { Actor } from '../../../http/actor.ts';
import type { Tx } from '../../../lib/db/db.ts';
import { listFreshness, type SourceFreshness } from '../../observing/freshness.ts';
import { listLatestObservations } from './product-queries.ts';

type ObservedProduct = Pick<Product, 'productId' | 'sellerId' | 'marketplace'>;

/** Returns the ISO instant for which an aspect of a product is known, or `null` if it was never observed. */
export type ObservedAt = (product: ObservedProduct, aspect: Aspect) => string | null;

interface WantedProducts {
  readonly productIds: readonly string[];
  readonly now: Date;
}

/**
 * An observation is stored when it differs from the one before. Facts that have not changed since hold for the latest
 * check of their source.
 */
export async function loadObservedAt(tx: Tx, actor: Actor, { productIds, now }: WantedProducts): Promise<ObservedAt> {
  const rows = await listLatestObservations(tx, actor, productIds);
  const seen = new Map(rows.map(({ productId, aspect, at }) => [`${productId} ${aspect}`, at.toISOString()]));
  const checked = latestChecks(await listFreshness(tx, actor, now));
  return ({ productId, sellerId, marketplace }, aspect) => {
    const observed = seen.get(`${productId} ${aspect}`);
    if (observed === undefined) return null;
    const check = checked.get(`${sellerId} ${marketplace} ${aspect}`) ?? observed;
    return check > observed ? check : observed;
  };
}

/** The latest check by seller account, marketplace and aspect. */
function latestChecks(sources: readonly SourceFreshness[]): ReadonlyMap<string, string> {
  const checks = new Map<string, string>();
  for (const { sellerId, marketplace, aspects, lastCheckedAt } of sources) {
    if (lastCheckedAt === null) continue;
    for (const aspect of aspects) {
      const key = `${sellerId} ${marketplace} ${aspect}`;
      if (lastCheckedAt > (checks.get(key) ?? '')) checks.set(key, lastCheckedAt);
    }
  }
  return checks;
}
