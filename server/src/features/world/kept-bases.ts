import { LRUCache } from 'lru-cache';
import { dayMs } from '@app/shared/base/time.ts';
import type { Clock } from '../../lib/clock.ts';
import type { GzipBeginning } from './joined-gzip.ts';
import type { WorldBase } from './world.ts';

export interface KeptBase extends WorldBase {
  readonly gzip: GzipBeginning;
}

/** The memory that a base takes in addition to its compressed bytes. */
const overheadBytes = 1000;

/**
 * The compressed bases of first loads, by tenant and rights. The least recently used bases are dropped, and every base
 * after a day, so that data of a deleted tenant does not stay in memory for longer.
 */
export class KeptBases {
  readonly #bases: LRUCache<string, KeptBase>;

  constructor(clock: Clock, mostBytes: number) {
    this.#bases = new LRUCache({
      maxSize: Math.max(1, mostBytes),
      sizeCalculation: ({ gzip }) => gzip.deflated.length + overheadBytes,
      ttl: dayMs,
      ttlResolution: 0,
      perf: { now: () => clock.now().getTime() },
    });
  }

  find(key: string): KeptBase | null {
    return this.#bases.get(key) ?? null;
  }

  keep(key: string, base: KeptBase): void {
    this.#bases.set(key, base);
  }

  forget(key: string): void {
    this.#bases.delete(key);
  }
}
