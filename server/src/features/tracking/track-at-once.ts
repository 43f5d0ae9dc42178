import type { Tx } from '../../lib/db/db.ts';
import { track } from '../catalog/tracking/track.ts';
import type { TrackingScope } from '../catalog/tracking/tracking-queries.ts';
import { startWatching } from '../judging/start-watching.ts';
import { listingsItems } from '../observing/sources/listings/listings-items.ts';
import { lookAgain } from '../observing/sweeping/due/account-sweeps-queries.ts';

interface TrackingRequest extends TrackingScope {
  readonly now: Date;
}

/**
 * Starts or stops tracking products, as users have chosen. Products that are no longer tracked lose their sweeps, items
 * and credits in the same transaction. Passes are restarted for newly tracked products, so that these are observed
 * within one period. Returns the version of the world.
 */
export async function trackAtOnce(tx: Tx, tracking: TrackingRequest): Promise<string> {
  const { tenantId, now } = tracking;
  const parts = {
    listingSource: listingsItems.name,
    startWatching: (within: Tx, start: { tenantId: string; productIds: readonly string[]; version: string }) =>
      startWatching(within, { ...start, at: now }),
  };
  const { newlyTracked, version } = await track(tx, parts, tracking);
  for (const [sellerAccountId, products] of Map.groupBy(newlyTracked, (product) => product.sellerAccountId)) {
    const productIds = products.map(({ productId }) => productId);
    await lookAgain(tx, { tenantId, sellerAccountId }, { productIds, now });
  }
  return version;
}
