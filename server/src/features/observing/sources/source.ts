import type { Aspect } from '@app/shared/watchdogs/facts/observations.ts';
import type { Marketplace as MarketplaceInfo } from '@app/shared/base/marketplaces.ts';
import type { Refusal } from '../../../external/marketplace/answer.ts';
import type { CallOptions } from '../../../external/marketplace/caller.ts';
import type { Marketplace } from '../../../external/marketplace/marketplace.ts';
import type { NotificationType } from '../../../external/marketplace/notifications.ts';
import type { SellerAccess } from '../../../external/marketplace/seller-access.ts';
import type { RetailPages } from '../../../external/pages/pages.ts';
import type { DueWork } from '../sweeping/due-work.ts';
import type { Observation } from '../recording/observation.ts';
import type { ObservingContext } from '../worker-context.ts';

interface CommonSource {
  readonly name: string;
  /** Each aspect comes from one source. */
  readonly aspects: readonly Aspect[];
  /** Whether one pass covers one marketplace of the account, or all of them. */
  readonly scope: 'marketplace' | 'account';
  /** Where nothing is set, as often as the kinds that read its aspects ask for. */
  readonly everyMinutes?: number;
  /** The notifications that announce its changes; while they are proven alive its sweep is reconciliation. */
  readonly announcedBy: readonly NotificationType[];
  /** How rare reconciliation may become while push is alive, where push does not tell everything; 12 h otherwise. */
  readonly reconcileMinutes?: number;
  /** Asks the provider of retail pages: is not offered where there is none. */
  readonly needsPages?: true;
}

/**
 * What a batch is made of. `parent`: products that have one, for tenants who watch it. `pricedListing`: listings with the
 * price that their fees are estimated at. `newKeyword`, `newProduct`: those that nobody has looked at yet.
 */
export type Unit = 'product' | 'listing' | 'pricedListing' | 'parent' | 'keyword' | 'newKeyword' | 'newProduct';

/** One product, or one listing or keyword of it, to be looked at. */
export interface Target {
  readonly productId: string;
  readonly asin: string;
  /** The SKU or the keyword; '' where the source looks at products. */
  readonly sku: string;
  /** Of a priced listing: the price of the first time, which stays. */
  readonly feePriceCents?: number | null;
  /** Of a priced listing, where it is known. */
  readonly isFulfilledByAmazon?: boolean | null;
}

export interface Question {
  readonly marketplace: Marketplace;
  /** Within the tenant's allowance; `null` where no provider is configured. */
  readonly pages: RetailPages | null;
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
  /** Best-seller ranks of this moment, 0 for none: numbers that drift are samples, no facts. */
  readonly ranks?: readonly { readonly productId: string; readonly rank: number }[];
}

/** Asks about the account's products or listings, so many at once, again and again. */
export interface BatchSource extends CommonSource {
  readonly kind: 'batches';
  readonly unit: Unit;
  readonly batchSize: number;
  ask(question: Question): Promise<Seen>;
}

/** How far a pass has come; what `progress` holds is the source's own and survives a kill. */
export interface Step {
  /** `wait`: the marketplace takes its time (a report); `done`: the pass is complete. */
  readonly state: 'goOn' | 'wait' | 'done';
  readonly progress: unknown;
}

export interface Stepping extends DueWork {
  /** What the last step of this pass left, `null` at its beginning. */
  readonly progress: unknown;
  /** All sources that are offered, for the sources that manage the sweeps of others. */
  readonly sources: readonly Source[];
}

/** Goes through something that has a course of its own: a feed of orders, a report. */
export interface SteppedSource extends CommonSource {
  readonly kind: 'steps';
  /** One step; it hands its observations to `ctx.judging` itself. Safe to repeat. */
  step(ctx: ObservingContext, work: Stepping): Promise<Step>;
}

/** Where aspects come from: one file each, and a new source is one file and its line in the registry. */
export type Source = BatchSource | SteppedSource;

export const batchSource = (source: Omit<BatchSource, 'kind' | 'scope'>): BatchSource => ({
  kind: 'batches',
  scope: 'marketplace',
  ...source,
});

export const steppedSource = (source: Omit<SteppedSource, 'kind'>): SteppedSource => ({ kind: 'steps', ...source });

/** Targets by what the answer calls them. The marketplace knows nothing of our ids. */
export function byName(
  targets: readonly Target[],
  nameOf: (target: Target) => string,
): ReadonlyMap<string, readonly Target[]> {
  return Map.groupBy(targets, nameOf);
}

/** Those that an answer leaves out, as refusals: nothing is concluded from silence. */
export const unanswered = (
  asked: readonly string[],
  answered: ReadonlySet<string>,
  reason = 'is not in the answer',
): Refusal[] => asked.filter((subject) => !answered.has(subject)).map((subject) => ({ subject, reason }));
