import { createHash } from 'node:crypto';
import type { Tx } from '../../../lib/db/db.ts';
import type { Aspect, FactsOf } from '@app/shared/watchdogs/facts/observations.ts';

/** The facts of one aspect of one product (of one SKU or keyword, where the aspect belongs to one) at one time. */
export type Observation = {
  readonly [A in Aspect]: {
    readonly productId: string;
    readonly aspect: A;
    /** '' where the aspect belongs to the product. */
    readonly sku: string;
    readonly facts: FactsOf<A>;
    /** Start of the request, or the time of the event. Only a newer observation replaces an older one. */
    readonly observedAt: Date;
    /** The hash of the facts, where it is known without building them. */
    readonly hash?: string;
  };
}[Aspect];

/** Which source owns an aspect: its last complete pass decides whether a late message is still news. */
export const sourceOfAspect: Readonly<Record<Aspect, string>> = {
  catalog: 'catalog-items',
  rank: 'catalog-items',
  parent: 'parent-items',
  offers: 'listing-offers',
  listing: 'listings-items',
  suppression: 'suppressed-listings',
  stock: 'inventory-summaries',
  sales: 'orders',
  fees: 'fees-estimates',
  feePreview: 'fee-preview',
  chargedFees: 'order-fees',
  replenishment: 'replenishment-offers',
  feedback: 'seller-feedback',
  reviews: 'product-pages',
  rating: 'product-pages',
  badges: 'product-pages',
  searchRank: 'search-pages',
};

/** Equal facts have equal hashes: sources build facts with their fields in one order and their lists sorted. */
export const hashOf = (facts: unknown): string => createHash('sha1').update(JSON.stringify(facts)).digest('base64url');

export const hashOfObservation = (observation: Observation): string => observation.hash ?? hashOf(observation.facts);

interface Known<A extends Aspect> {
  readonly productId: string;
  readonly aspect: A;
  readonly sku: string;
  readonly observedAt: Date;
  readonly hash: string;
}

/** Facts that are built when somebody asks for them: of what is known by its hash nobody does. */
export function observationBuiltLate<A extends Aspect>(known: Known<A>, build: () => FactsOf<A>): Observation {
  return new BuiltLate(known, build) as unknown as Observation;
}

/** A class, since one is made of every product at every look: objects with getters of their own cost many times more. */
class BuiltLate<A extends Aspect> {
  readonly productId: string;
  readonly aspect: A;
  readonly sku: string;
  readonly observedAt: Date;
  readonly hash: string;
  readonly #build: () => FactsOf<A>;
  #facts: FactsOf<A> | null = null;

  constructor({ productId, aspect, sku, observedAt, hash }: Known<A>, build: () => FactsOf<A>) {
    this.productId = productId;
    this.aspect = aspect;
    this.sku = sku;
    this.observedAt = observedAt;
    this.hash = hash;
    this.#build = build;
  }

  get facts(): FactsOf<A> {
    return (this.#facts ??= this.#build());
  }
}

export interface IngestResult {
  /** Observations that were newer and different from what was known. */
  readonly changed: readonly { readonly productId: string; readonly aspect: Aspect }[];
  readonly flips: number;
}

/** What observing needs of judging, handed in by the program that composes both. */
export interface Judging {
  /** Takes observations of one tenant in and judges what changed, in one transaction. Safe to repeat. */
  ingest(tenantId: string, observations: readonly Observation[]): Promise<IngestResult>;
  /** Newly tracked products begin with every watchdog initializing (99). Part of the caller's transaction. */
  startWatching(tx: Tx, start: { tenantId: string; productIds: readonly string[]; version: string }): Promise<void>;
  /** Facts are gone rather than changed: every watchdog looks at these products again. Part of the caller's transaction. */
  judgeAgain(tx: Tx, again: { tenantId: string; productIds: readonly string[]; at: Date }): Promise<void>;
}
