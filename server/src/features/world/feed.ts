import type { Clock } from '../../lib/clock.ts';
import { openListening, type ListenConnection } from '../../lib/db/listen.ts';
import { deletedSellerChannel, worldChannel } from '../../lib/db/world-version.ts';

/** The versions of the tenants' worlds that this process remembers, and its subscribers to their changes. */
export interface WorldFeed {
  /** The current version, or `undefined` when the database has to be asked. */
  versionOf(tenantId: string): KnownVersion | undefined;
  /** Called before the database is asked; the function it returns remembers the version that was read. */
  look(): (tenantId: string, read: KnownVersion) => void;
  /** Returns a function that ends the subscription. An empty version stands for one that has to be asked for. */
  subscribe(tenantId: string, hear: (version: string) => void): () => void;
  /** The same for seller accounts whose deletion is complete. */
  onDeleted(tenantId: string, hear: (sellerAccountId: string) => void): () => void;
  close(): Promise<void>;
}

export interface KnownVersion {
  readonly epoch: string;
  readonly version: string;
}

interface FeedOptions {
  readonly clock: Clock;
  readonly connection: ListenConnection;
}

/** One connection of an API process hears of all tenants, whatever the number of browsers. */
export async function createWorldFeed({ clock, connection }: FeedOptions): Promise<WorldFeed> {
  const versions = new RememberedVersions(clock);
  const changes = new Subscribers();
  const deletions = new Subscribers();
  const listening = await openListening(connection, {
    channels: {
      [worldChannel](payload) {
        const [tenantId = '', version = ''] = payload.split(':');
        versions.announce(tenantId, version);
        changes.tell(tenantId, version);
      },
      [deletedSellerChannel](payload) {
        const [tenantId = '', sellerAccountId = ''] = payload.split(':');
        deletions.tell(tenantId, sellerAccountId);
      },
    },
    // Announcements between two connections are lost: all versions are asked for again, by the browsers too.
    onConnect() {
      versions.forget();
      changes.tellAll('');
    },
  });
  return {
    versionOf: (tenantId) => (listening.isConnected ? versions.find(tenantId) : undefined),
    look: () => versions.look(),
    subscribe: (tenantId, hear) => changes.add(tenantId, hear),
    onDeleted: (tenantId, hear) => deletions.add(tenantId, hear),
    close: () => listening.close(),
  };
}

/** Bounds how long a browser keeps an old world when an announcement is lost although the connection lives. */
const trustedMs = 60_000;

interface RememberedVersion extends KnownVersion {
  /** When the database was asked for it. */
  readonly askedMs: number;
}

class RememberedVersions {
  readonly #clock: Clock;
  readonly #known = new Map<string, RememberedVersion>();
  /** Includes announcements for tenants whose version was not read yet: the read may be under way. */
  readonly #announced = new Map<string, string>();
  #connections = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  announce(tenantId: string, version: string): void {
    this.#announced.set(tenantId, later(version, this.#announced.get(tenantId)));
    const known = this.#known.get(tenantId);
    if (known) this.#known.set(tenantId, { ...known, version: later(version, known.version) });
  }

  find(tenantId: string): KnownVersion | undefined {
    const known = this.#known.get(tenantId);
    return known && this.#clock.now().getTime() - known.askedMs < trustedMs ? known : undefined;
  }

  look(): (tenantId: string, read: KnownVersion) => void {
    const connections = this.#connections;
    const askedMs = this.#clock.now().getTime();
    return (tenantId, { epoch, version }) => {
      // An announcement that followed the read may have been lost with the former connection.
      if (connections !== this.#connections) return;
      this.#known.set(tenantId, { epoch, version: later(version, this.#announced.get(tenantId)), askedMs });
    };
  }

  forget(): void {
    this.#connections += 1;
    this.#known.clear();
    this.#announced.clear();
  }
}

/** An announcement may overtake the answer of a query that started before it. */
const later = (version: string, other: string | undefined): string =>
  other !== undefined && BigInt(other) > BigInt(version) ? other : version;

type Listener = (payload: string) => void;

class Subscribers {
  readonly #listeners = new Map<string, Set<Listener>>();

  add(tenantId: string, listener: Listener): () => void {
    const ofTenant = this.#listeners.get(tenantId) ?? new Set();
    this.#listeners.set(tenantId, ofTenant.add(listener));
    return () => {
      ofTenant.delete(listener);
      if (ofTenant.size === 0) this.#listeners.delete(tenantId);
    };
  }

  tell(tenantId: string, payload: string): void {
    for (const listener of this.#listeners.get(tenantId) ?? []) listener(payload);
  }

  tellAll(payload: string): void {
    for (const ofTenant of this.#listeners.values()) for (const listener of ofTenant) listener(payload);
  }
}
