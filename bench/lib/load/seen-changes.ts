import type { AnnouncedChange } from './sellers.ts';

/** An event of a stream, which announces that data of the tenant have changed. */
export interface SeenEvent {
  readonly tenantId: string;
  /** The time of the event, in milliseconds since 1970. */
  readonly at: number;
}

/** An item of a product in the changes that a dashboard has fetched. */
export interface SeenItem {
  readonly tenantId: string;
  readonly type: string;
  readonly asin: string;
  /** The time at which the dashboard received the item, in milliseconds since 1970. */
  readonly at: number;
}

export interface SeenDelays {
  /** Times from a change to the first dashboard that shows the change, in milliseconds. */
  readonly firstMs: readonly number[];
  /** The part of each of these times that ends with the last stream event before the dashboard shows the change. */
  readonly eventMs: readonly number[];
  readonly unseen: number;
}

const withinMs = 60_000;

/** Records when dashboards receive items of products whose offers have changed. */
export class SeenChanges {
  readonly #sellers: ReadonlyMap<string, number>;
  readonly #types: ReadonlySet<string>;
  readonly #seen = new Map<string, number[]>();
  /** The times of stream events by seller, in milliseconds since 1970. */
  readonly #events = new Map<number, number[]>();

  constructor(tenantIds: readonly string[], types: ReadonlySet<string>) {
    this.#sellers = new Map(tenantIds.map((tenantId, seller) => [tenantId, seller]));
    this.#types = types;
  }

  noteEvent({ tenantId, at }: SeenEvent): void {
    const seller = this.#sellers.get(tenantId) ?? -1;
    const events = this.#events.get(seller) ?? [];
    events.push(at);
    this.#events.set(seller, events);
  }

  note({ tenantId, type, asin, at }: SeenItem): void {
    if (!this.#types.has(type)) return;
    const key = `${this.#sellers.get(tenantId)} ${asin}`;
    this.#seen.set(key, [...(this.#seen.get(key) ?? []), at]);
  }

  delaysOf(changes: readonly AnnouncedChange[]): SeenDelays {
    const found = changes.map(({ seller, asin, at }) => {
      const times = this.#seen.get(`${seller} ${asin}`) ?? [];
      const delays = times.filter((time) => time >= at && time < at + withinMs).map((time) => time - at);
      if (delays.length === 0) return null;
      const first = Math.min(...delays);
      const events = (this.#events.get(seller) ?? []).filter((time) => time >= at && time <= at + first);
      return { first, event: events.length === 0 ? first : Math.max(...events) - at };
    });
    const seen = found.filter((one) => one !== null);
    return {
      firstMs: seen.map(({ first }) => first),
      eventMs: seen.map(({ event }) => event),
      unseen: found.length - seen.length,
    };
  }
}
