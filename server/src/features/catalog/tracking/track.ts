import { dayMs } from '@app/shared/base/time.ts';
import type { Tx } from '../../../lib/db/db.ts';
import { nextWorldVersion } from '../../../lib/db/world-version.ts';
import { enqueueAccountEvents } from '../../delivering/outbox/account-event-queries.ts';
import {
  lockItemsOfTracked,
  lockProducts,
  updateTracking,
  type NewlyTracked,
  type TrackingScope,
} from './tracking-queries.ts';

/** Specification, section 1: a product is tracked after a recent sale. */
const recentSaleDays = 60;
/**
 * If a product's listings could not be observed for this long, it stops being tracked without an observation. Listings
 * are normally observed every ten minutes.
 */
const awaitedDays = 2;

/** The functions of other features that tracking needs, and the name of a source. */
export interface TrackingParts {
  /** Creates the initializing items of newly tracked products. Part of the transaction that tracks them. */
  startWatching(tx: Tx, start: { tenantId: string; productIds: readonly string[]; version: string }): Promise<void>;
  /** The source that observes listings and their suspensions. */
  readonly listingSource: string;
}

interface TrackingRequest extends TrackingScope {
  readonly now: Date;
}

interface TrackingResult {
  readonly newlyTracked: readonly NewlyTracked[];
  /** The version of the world in which the products begin or end to be tracked. */
  readonly version: string;
}

/**
 * Decides again which of the products are tracked. Products that are no longer tracked are not watched from then on;
 * newly tracked ones get their initializing items. Raises the version of the world, which a transaction may do only
 * once.
 */
export async function track(tx: Tx, parts: TrackingParts, { now, ...scope }: TrackingRequest): Promise<TrackingResult> {
  const { tenantId } = scope;
  const decision = {
    ...scope,
    soldSince: new Date(now.getTime() - recentSaleDays * dayMs),
    awaitedSince: new Date(now.getTime() - awaitedDays * dayMs),
    listingSource: parts.listingSource,
  };
  await lockProducts(tx, scope);
  await lockItemsOfTracked(tx, decision);
  const version = await nextWorldVersion(tx, tenantId);
  const newlyTracked = await updateTracking(tx, { ...decision, now, version });
  const productIds = newlyTracked.map(({ productId }) => productId);
  if (productIds.length > 0) {
    await parts.startWatching(tx, { tenantId, productIds, version });
    await enqueueAccountEvents(tx, { tenantId, event: 'productTracked', subjects: productIds, at: now });
  }
  return { newlyTracked, version };
}
