import type { Aspect } from '@app/shared/watchdogs/facts/observations.ts';
import type { Marketplace as MarketplaceInfo } from '@app/shared/base/marketplaces.ts';
import type { Refusal } from '../../../external/marketplace/answers/answer.ts';
import type { CallOptions } from '../../../external/marketplace/calls/caller.ts';
import type { Marketplace } from '../../../external/marketplace/marketplace.ts';
import type { NotificationType } from '../../../external/marketplace/operations/notifications.ts';
import type { SellerAccess } from '../../../external/marketplace/seller-access.ts';
import type { RetailPages } from '../../../external/pages/pages.ts';
import type { Clock } from '../../../lib/clock.ts';
import type { SellerName } from '../../catalog/seller-name-queries.ts';
import type { DueWork } from '../sweeping/due/due-work.ts';
import type { Observation } from '../recording/observation.ts';
import type { ObservingContext } from '../worker-context.ts';

interface CommonSource {
  readonly name: string;
  /** The aspects that the source reads. No other source reads them. */
  readonly aspects: readonly Aspect[];
  /** The scope of one pass: one marketplace of the account, or all of them. */
  readonly scope: 'marketplace' | 'account';
  /** The check frequency. If absent, the shortest one of the kinds that read its aspects. */
  readonly everyMinutes?: number;
  /**
   * The notifications that announce changes of its aspects. While push is proven alive, its sweep is only
   * reconciliation.
   */
  readonly announcedBy: readonly NotificationType[];
  /** The interval of reconciliation for sources that push does not announce completely; 12 h if absent. */
  readonly reconcileMinutes?: number;
  /** True if the source asks the provider of retail pages. It is offered only if one is configured. */
  readonly needsPages?: true;
  /** True if the source asks Amazon Advertising. It is offered only if an application is registered there. */
  readonly needsAdvertising?: true;
}

/**
 * The members of a batch. `parent`: products with a parent, for tenants who watch parents. `pricedListing`: listings
 * with the price for which their fees are estimated. `newKeyword` and `newProduct`: keywords and products without an
 * observation.
 */
export type Unit = 'product' | 'listing' | 'pricedListing' | 'parent' | 'keyword' | 'newKeyword' | 'newProduct';

/** One product, listing or keyword to be asked about. */
export interface Target {
  readonly productId: string;
  readonly asin: string;
  /** The SKU or the keyword; '' for sources of products. */
  readonly sku: string;
  /** For priced listings, the first price, which never changes. */
  readonly feePriceCents?: number | null;
  /** The shipper of a priced listing, if it is known. */
  readonly isFulfilledByAmazon?: boolean | null;
}

export interface Question {
  readonly marketplace: Marketplace;
  /** Retail pages within the tenant's allowance; `null` if no provider is configured. */
  readonly pages: RetailPages | null;
  readonly access: SellerAccess;
  readonly place: MarketplaceInfo;
  readonly targets: readonly Target[];
  /**
   * Returns the time at which the first answered request left: later events at the marketplace are newer. Call it after
   * the answer, because a request may wait for its quota, and be repeated, for many seconds.
   */
  readonly observedAt: () => Date;
  readonly options: CallOptions;
}

export interface SourceAnswer {
  readonly observations: readonly Observation[];
  /** Members that were not answered or not believed, and why. Nothing is concluded from them. */
  readonly refusals: readonly Refusal[];
  /** The last targets, if they were not asked for. The pass continues with them. */
  readonly unasked?: readonly Target[];
  /**
   * Current best-seller ranks, 0 for none. Ranks drift all the time, so they are stored as samples instead of facts.
   */
  readonly ranks?: readonly { readonly productId: string; readonly rank: number }[];
  /** Names of sellers. The facts of offers contain the ids of sellers only. */
  readonly sellers?: readonly SellerName[];
}

/** A source that asks about the products or listings of an account in batches. */
export interface BatchSource extends CommonSource {
  readonly kind: 'batches';
  readonly unit: Unit;
  readonly batchSize: number;
  ask(question: Question): Promise<SourceAnswer>;
}

/** Asks about a batch, and dates its observations by the first answered request. */
export function askSource(
  source: BatchSource,
  clock: Clock,
  question: Omit<Question, 'observedAt'>,
): Promise<SourceAnswer> {
  const began = clock.now();
  const sent: Date[] = [];
  const options = { ...question.options, onSent: (at: Date) => void sent.push(at) };
  return source.ask({ ...question, options, observedAt: () => sent[0] ?? began });
}

/** The outcome of a step. `progress` has a form of the source's own and survives a kill. */
export interface Step {
  /** `wait`: the marketplace needs time, for example to write a report. `done`: the pass is complete. */
  readonly state: 'goOn' | 'wait' | 'done';
  readonly progress: unknown;
}

export interface StepWork extends DueWork {
  /** The progress of the last step of this pass; `null` at its beginning. */
  readonly progress: unknown;
  /** All sources that are offered, for the sources that manage the sweeps of others. */
  readonly sources: readonly Source[];
}

/** A source that advances in steps of its own, such as a feed of orders or a report. */
export interface SteppedSource extends CommonSource {
  readonly kind: 'steps';
  /** Runs one step, which passes its observations to `ctx.judging` itself. Safe to repeat. */
  step(ctx: ObservingContext, work: StepWork): Promise<Step>;
}

/** A source of aspects. Each source is one file and one line of the registry. */
export type Source = BatchSource | SteppedSource;

export const batchSource = (source: Omit<BatchSource, 'kind' | 'scope'>): BatchSource => ({
  kind: 'batches',
  scope: 'marketplace',
  ...source,
});

export const steppedSource = (source: Omit<SteppedSource, 'kind'>): SteppedSource => ({ kind: 'steps', ...source });

/** Groups targets by their name in the answer, since the marketplace does not know our ids. */
export function byName(
  targets: readonly Target[],
  nameOf: (target: Target) => string,
): ReadonlyMap<string, readonly Target[]> {
  return Map.groupBy(targets, nameOf);
}

/** Turns names that an answer leaves out into refusals: nothing is concluded from their absence. */
export const refuseUnanswered = (
  asked: readonly string[],
  answered: ReadonlySet<string>,
  reason = 'is not in the answer',
): Refusal[] => asked.filter((subject) => !answered.has(subject)).map((subject) => ({ subject, reason }));
