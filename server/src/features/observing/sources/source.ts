import type { Aspect } from '@app/shared/watchdogs/observations.ts';
import type { Marketplace as MarketplaceInfo } from '@app/shared/base/marketplaces.ts';
import type { Refusal } from '../../../external/marketplace/answer.ts';
import type { CallOptions } from '../../../external/marketplace/caller.ts';
import type { Marketplace } from '../../../external/marketplace/marketplace.ts';
import type { NotificationType } from '../../../external/marketplace/notifications.ts';
import type { SellerAccess } from '../../../external/marketplace/seller-access.ts';
import type { Observation } from '../observation.ts';

/** One product, or one listing of it, to be looked at. */
export interface Target {
  readonly productId: string;
  readonly asin: string;
  /** '' where the source looks at products. */
  readonly sku: string;
}

export interface Question {
  readonly marketplace: Marketplace;
  readonly access: SellerAccess;
  readonly place: MarketplaceInfo;
  readonly targets: readonly Target[];
  /** The start of the request: what happens at the marketplace afterwards is newer. */
  readonly observedAt: Date;
  readonly options: CallOptions;
}

export interface Seen {
  readonly observations: readonly Observation[];
  /** What was not believed or not answered, and why; nothing is concluded from it. */
  readonly refusals: readonly Refusal[];
}

/** Where an aspect comes from: one file each, and a new source is one file. */
export interface Source {
  readonly name: string;
  readonly aspect: Aspect;
  /** Whether products or listings are looked at. */
  readonly unit: 'product' | 'listing';
  readonly batchSize: number;
  /** The notification that announces changes of this aspect; while it is proven alive the sweep is reconciliation. */
  readonly announcedBy: NotificationType | null;
  ask(question: Question): Promise<Seen>;
}

export const defineSource = (source: Source): Source => source;

/** Targets by what the answer calls them. The marketplace knows nothing of our ids. */
export function byName(
  targets: readonly Target[],
  nameOf: (target: Target) => string,
): ReadonlyMap<string, readonly Target[]> {
  return Map.groupBy(targets, nameOf);
}
