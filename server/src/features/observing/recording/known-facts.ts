import type { Aspect } from '@app/shared/watchdogs/facts/observations.ts';
import { hashOfObservation, type Observation } from './observation.ts';

/** The answer of the database before any facts are compared. */
export interface FactsState {
  /** The version of the tenant's world at which this was read. */
  readonly version: string;
  /** Start time of the database server. A server that was restored or has taken over may have fewer facts. */
  readonly serverSince: string;
  /** Products whose facts anybody has written or deleted since the version that was followed up to. */
  readonly movedProductIds: readonly string[];
}

/** Aspects that are observed all day. Code that deletes such facts has to call `noteFactsGone`. */
const remembered: ReadonlySet<Aspect> = new Set(['catalog', 'rank', 'offers', 'listing', 'stock']);
/** Products in one generation, about 0.5 kB each. */
const productsPerGeneration = 50_000;

type Hashes = Map<string, string>;

/**
 * Remembers the hashes of facts as they were when they were last compared. They count only after `follow` has removed
 * the products that were written since: then a comparison would have the same result.
 */
export class KnownFacts {
  readonly #generationSize: number;
  readonly #followed = new Map<string, Pick<FactsState, 'version' | 'serverSince'>>();
  /** Hashes by product, and then by aspect and SKU. The old generation holds products that were not used for long. */
  #young = new Map<string, Hashes>();
  #old = new Map<string, Hashes>();

  constructor(generationSize = productsPerGeneration) {
    this.#generationSize = generationSize;
  }

  /** The version up to which this process has read the tenant's changes; `null` if it has read none. */
  since(tenantId: string): string | null {
    return this.#followed.get(tenantId)?.version ?? null;
  }

  follow(tenantId: string, { version, serverSince, movedProductIds }: FactsState): void {
    const last = this.#followed.get(tenantId);
    if (last && last.serverSince !== serverSince) this.#forgetAll();
    for (const productId of movedProductIds) this.forget(productId);
    const isLater = !this.#followed.has(tenantId) || BigInt(version) > BigInt(this.since(tenantId) ?? 0);
    if (isLater) this.#followed.set(tenantId, { version, serverSince });
  }

  has(observation: Observation): boolean {
    const { productId, aspect } = observation;
    if (!remembered.has(aspect)) return false;
    return this.#of(productId)?.get(keyOf(observation)) === hashOfObservation(observation);
  }

  /**
   * Remembers facts that a comparison found unchanged, unless a later version was followed meanwhile, as they may have
   * been written since.
   */
  note(tenantId: string, version: string, observations: readonly Observation[]): void {
    if (this.since(tenantId) !== version) return;
    for (const observation of observations) {
      if (!remembered.has(observation.aspect)) continue;
      const hashes: Hashes = this.#of(observation.productId) ?? new Map();
      this.#keep(observation.productId, hashes.set(keyOf(observation), hashOfObservation(observation)));
    }
  }

  forget(productId: string): void {
    this.#young.delete(productId);
    this.#old.delete(productId);
  }

  #of(productId: string): Hashes | undefined {
    const young = this.#young.get(productId);
    if (young) return young;
    const old = this.#old.get(productId);
    if (old) this.#keep(productId, old);
    return old;
  }

  #keep(productId: string, hashes: Hashes): void {
    if (this.#young.size >= this.#generationSize) {
      this.#old = this.#young;
      this.#young = new Map();
    }
    this.#young.set(productId, hashes);
  }

  #forgetAll(): void {
    this.#followed.clear();
    this.#young.clear();
    this.#old.clear();
  }
}

const keyOf = ({ aspect, sku }: Observation): string => (sku === '' ? aspect : `${aspect} ${sku}`);
