import type { Aspect } from '@app/shared/watchdogs/facts/observations.ts';
import { CompactSet } from '../../../lib/compact-set.ts';
import { hashOfObservation, type Observation } from './observation.ts';

/** The answer of the database before any facts are compared. */
export interface FactsState {
  /** The version of the tenant's world at which this was read. */
  readonly version: string;
  /** Start time of the database server. A server that was restored or has taken over may have fewer facts. */
  readonly serverSince: string;
  /** Products whose facts any process has written or deleted since the version up to which this process had read. */
  readonly movedProductIds: readonly string[];
}

/** Aspects that are observed all day. Code that deletes such facts has to call `noteFactsGone`. */
const remembered: ReadonlySet<Aspect> = new Set(['catalog', 'rank', 'offers', 'listing', 'stock']);
/** The most facts that are remembered: 64 MB, enough for up to six facts for each of a million products. */
const mostFacts = 2 ** 23;
/** The number of groups of products. Forgetting one product forgets all products of its group. */
const groups = 2 ** 18;

/**
 * Remembers which facts were unchanged when they were last compared. `follow` has to be called before they are relied
 * on: it forgets the products that were written since. For the others a comparison would have the same result again.
 */
export class KnownFacts {
  readonly #followed = new Map<string, Pick<FactsState, 'version' | 'serverSince'>>();
  readonly #facts: CompactSet;
  /**
   * How often each group of products was forgotten. This number is a part of the text under which a fact is remembered.
   */
  readonly #timesForgotten = new Uint32Array(groups);

  constructor(most = mostFacts) {
    this.#facts = new CompactSet(most);
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
    return remembered.has(observation.aspect) && this.#facts.has(this.#textOf(observation));
  }

  /**
   * Remembers facts that a comparison found unchanged. Does nothing if a later version was followed since the
   * comparison, because the facts may have been written in between.
   */
  note(tenantId: string, version: string, observations: readonly Observation[]): void {
    if (this.since(tenantId) !== version) return;
    for (const observation of observations)
      if (remembered.has(observation.aspect)) this.#facts.add(this.#textOf(observation));
  }

  forget(productId: string): void {
    const group = groupOf(productId);
    this.#timesForgotten[group] = this.#forgotten(group) + 1;
  }

  #textOf(observation: Observation): string {
    const { productId, aspect, sku } = observation;
    const times = this.#forgotten(groupOf(productId));
    return `${hashOfObservation(observation)} ${productId} ${aspect} ${times} ${sku}`;
  }

  #forgotten(group: number): number {
    return this.#timesForgotten[group] ?? 0;
  }

  #forgetAll(): void {
    this.#followed.clear();
    this.#facts.clear();
  }
}

const groupOf = (productId: string): number => Number(productId) % groups;
