import type { Aspect } from '@app/shared/watchdogs/facts/observations.ts';
import { hashOfObservation, type Observation } from './observation.ts';

/** What the database says before anything is compared. */
export interface Followed {
  /** The version of the tenant's world that this was read in. */
  readonly version: string;
  /** Since when this database server has been running: one that was restored or has taken over may know less. */
  readonly serverSince: string;
  /** Products of which anybody wrote or took away facts since the version that was followed up to. */
  readonly movedProductIds: readonly string[];
}

/** What is asked for all day. Whoever takes such facts away says so by `noteFactsGone`. */
const remembered: ReadonlySet<Aspect> = new Set(['catalog', 'rank', 'offers', 'listing', 'stock']);
/** Of half a kilobyte each. */
const usualSize = 50_000;

type Hashes = Map<string, string>;

/**
 * Which facts the database had when it was last compared. Nothing here counts before it was asked who has written since:
 * then what is found here need not be compared, as the database would answer the same.
 */
export class KnownFacts {
  readonly #generationSize: number;
  readonly #followed = new Map<string, Pick<Followed, 'version' | 'serverSince'>>();
  /** Hashes by aspect and SKU, by product; those of no use for long are in the old ones. */
  #young = new Map<string, Hashes>();
  #old = new Map<string, Hashes>();

  constructor(generationSize = usualSize) {
    this.#generationSize = generationSize;
  }

  /** The version up to which this tenant was followed; `null` of one that never was. */
  since(tenantId: string): string | null {
    return this.#followed.get(tenantId)?.version ?? null;
  }

  follow(tenantId: string, { version, serverSince, movedProductIds }: Followed): void {
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

  /** What was compared and is as it was, unless more was followed meanwhile: it may have been written since. */
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
