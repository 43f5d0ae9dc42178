import { hash as digest } from 'node:crypto';
import type { Tx } from '../../../lib/db/db.ts';
import type { Aspect, FactsOf } from '@app/shared/watchdogs/facts/observations.ts';

/** The facts of one aspect of one product (of one SKU or keyword, where the aspect belongs to one) at one time. */
export type Observation = {
  readonly [A in Aspect]: {
    readonly productId: string;
    readonly aspect: A;
    /** The SKU or keyword; '' if the aspect belongs to the product. */
    readonly sku: string;
    readonly facts: FactsOf<A>;
    /** Start of the request, or the time of the event. Only a newer observation replaces an older one. */
    readonly observedAt: Date;
    /** The hash of the facts, if it is known without building them. */
    readonly hash?: string;
    /**
     * The hash of the known facts with which a part of these was completed. The observation is stored only while these
     * are the known facts.
     */
    readonly completes?: string;
  };
}[Aspect];

/** Hashes facts. Equal facts have equal hashes because sources build them with fields in one order and sorted lists. */
export const hashOf = (facts: unknown): string => digest('sha1', JSON.stringify(facts), 'base64url');

export const hashOfObservation = (observation: Observation): string => observation.hash ?? hashOf(observation.facts);

/** Returns the observation with its hash, so that comparing it several times does not serialize its facts each time. */
export const withHash = (observation: Observation): Observation =>
  observation.hash === undefined ? { ...observation, hash: hashOf(observation.facts) } : observation;

interface HashedObservation<A extends Aspect> {
  readonly productId: string;
  readonly aspect: A;
  readonly sku: string;
  readonly observedAt: Date;
  readonly hash: string;
}

/** Returns an observation whose facts are built on demand, because they are rarely needed if the hash is known. */
export function lazyObservation<A extends Aspect>(known: HashedObservation<A>, build: () => FactsOf<A>): Observation {
  return new LazyObservation(known, build) as unknown as Observation;
}

/**
 * An observation with facts built on demand. It is a class because one is created for every product at every check, and
 * object literals with getters cost many times more.
 */
class LazyObservation<A extends Aspect> {
  readonly productId: string;
  readonly aspect: A;
  readonly sku: string;
  readonly observedAt: Date;
  readonly hash: string;
  readonly #build: () => FactsOf<A>;
  #facts: FactsOf<A> | null = null;

  constructor({ productId, aspect, sku, observedAt, hash }: HashedObservation<A>, build: () => FactsOf<A>) {
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
  /** Observations that were newer than the known facts and different from them. */
  readonly changed: readonly { readonly productId: string; readonly aspect: Aspect }[];
  readonly flips: number;
}

/** The functions of judging that observing needs, passed in by the program that composes both. */
export interface JudgingFunctions {
  /** Ingests observations of one tenant and judges what changed, in one transaction. Safe to repeat. */
  ingest(tenantId: string, observations: readonly Observation[]): Promise<IngestResult>;
  /** Creates the items of newly tracked products, initializing (99). Part of the caller's transaction. */
  startWatching(tx: Tx, start: { tenantId: string; productIds: readonly string[]; version: string }): Promise<void>;
  /**
   * Makes every watchdog judge these products again, because facts of them were deleted. Part of the caller's
   * transaction.
   */
  judgeAgain(tx: Tx, again: { tenantId: string; productIds: readonly string[]; at: Date }): Promise<void>;
}
