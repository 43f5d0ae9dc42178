import type { AnnouncedChange } from './sellers.ts';

/** An item of a product in a delta that a dashboard has received. */
export interface SeenItem {
  readonly tenantId: string;
  readonly type: string;
  readonly asin: string;
  /** In milliseconds since 1970. */
  readonly at: number;
}

export interface SeenDelays {
  /** The times from a change to the first dashboard that shows it. */
  readonly firstMs: readonly number[];
  readonly unseen: number;
}

const withinMs = 60_000;

/** When dashboards have received items of products whose offers have changed. */
export class SeenChanges {
  readonly #sellers: ReadonlyMap<string, number>;
  readonly #types: ReadonlySet<string>;
  readonly #seen = new Map<string, number[]>();

  constructor(tenantIds: readonly string[], types: ReadonlySet<string>) {
    this.#sellers = new Map(tenantIds.map((tenantId, seller) => [tenantId, seller]));
    this.#types = types;
  }

  note({ tenantId, type, asin, at }: SeenItem): void {
    if (!this.#types.has(type)) return;
    const key = `${this.#sellers.get(tenantId)} ${asin}`;
    this.#seen.set(key, [...(this.#seen.get(key) ?? []), at]);
  }

  delaysOf(changes: readonly AnnouncedChange[]): SeenDelays {
    const found = changes.map(({ seller, asin, at }) => {
      const times = this.#seen.get(`${seller} ${asin}`) ?? [];
      return times.filter((time) => time >= at && time < at + withinMs).map((time) => time - at);
    });
    return {
      firstMs: found.flatMap((delays) => (delays.length > 0 ? [Math.min(...delays)] : [])),
      unseen: found.filter((delays) => delays.length === 0).length,
    };
  }
}
