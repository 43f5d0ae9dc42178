import type { Clock } from '../../lib/clock.ts';
import type { Db } from '../../lib/db/db.ts';
import { openListener, type ListenConnection } from '../../lib/db/listen.ts';
import { deletedSellerChannel, readWorldChange, worldChannel, type WorldChange } from '../../lib/db/world-version.ts';

/** The versions of the tenants' worlds that this process has cached, and the subscribers to their changes. */
export interface WorldFeed {
  /** Returns the current version, or `undefined` if it has to be read from the database. */
  versionOf(tenantId: string): KnownVersion | undefined;
  /** Call this before reading a version from the database. The returned function caches the version that was read. */
  look(): (tenantId: string, read: KnownVersion) => void;
  /** Calls `hear` with each new version. Returns a function that ends the subscription. */
  subscribe(tenantId: string, hear: (news: WorldNews) => void): () => void;
  /** Subscribes to seller accounts whose deletion is complete. */
  onDeleted(tenantId: string, hear: (sellerAccountId: string) => void): () => void;
  close(): Promise<void>;
}

export interface WorldNews extends Pick<WorldChange, 'isQuiet'> {
  /** An empty version means that the version has to be read again. */
  readonly version: string;
}

interface KnownVersion {
  readonly epoch: string;
  readonly version: string;
}

interface FeedOptions {
  readonly clock: Clock;
  readonly connection: ListenConnection;
  /**
   * Tells the feed of commits of this process immediately: a person who has changed something and asks for the world
   * must not be told that nothing has changed.
   */
  readonly db: Pick<Db, 'onAnnounced'>;
}

/** Opens the feed. One connection per API process listens for all tenants, whatever the number of browsers. */
export async function createWorldFeed({ clock, connection, db }: FeedOptions): Promise<WorldFeed> {
  const versions = new VersionCache(clock);
  const changes = new Subscribers<WorldNews>();
  const deletions = new Subscribers<string>();
  const listening = await openListener(connection, {
    channels: {
      [worldChannel](payload) {
        const { tenantId, version, isQuiet } = readWorldChange(payload);
        versions.announce(tenantId, version);
        changes.tell(tenantId, { version, isQuiet });
      },
      [deletedSellerChannel](payload) {
        const [tenantId = '', sellerAccountId = ''] = payload.split(':');
        deletions.tell(tenantId, sellerAccountId);
      },
    },
    // Announcements are lost while there is no connection, so browsers have to read all versions again.
    onConnect() {
      versions.forget();
      changes.tellAll({ version: '', isQuiet: false });
    },
  });
  db.onAnnounced(({ channel, payload }) => {
    if (channel !== worldChannel) return;
    const { tenantId, version } = readWorldChange(payload);
    versions.announce(tenantId, version);
  });
  return {
    versionOf: (tenantId) => (listening.isConnected ? versions.find(tenantId) : undefined),
    look: () => versions.look(),
    subscribe: (tenantId, hear) => changes.add(tenantId, hear),
    onDeleted: (tenantId, hear) => deletions.add(tenantId, hear),
    close: () => listening.close(),
  };
}

/** A cached version is used for this long, in case its change was announced but the announcement was lost. */
const trustedMs = 60_000;

interface CachedVersion extends KnownVersion {
  /** The time at which the read of this version started, in milliseconds. */
  readonly askedMs: number;
}

class VersionCache {
  readonly #clock: Clock;
  readonly #known = new Map<string, CachedVersion>();
  /**
   * The announced version by tenant. Tenants without a cached version are included, because a read may be under way.
   */
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
      // If the connection was replaced since the read began, an announcement may have been lost, so the version is not
      // cached.
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

/** The later of two versions: an announcement may arrive before the result of an earlier query. */
const later = (version: string, other: string | undefined): string =>
  other !== undefined && BigInt(other) > BigInt(version) ? other : version;

class Subscribers<News> {
  readonly #listeners = new Map<string, Set<(news: News) => void>>();

  add(tenantId: string, listener: (news: News) => void): () => void {
    const ofTenant = this.#listeners.get(tenantId) ?? new Set();
    this.#listeners.set(tenantId, ofTenant.add(listener));
    return () => {
      ofTenant.delete(listener);
      if (ofTenant.size === 0) this.#listeners.delete(tenantId);
    };
  }

  tell(tenantId: string, news: News): void {
    for (const listener of this.#listeners.get(tenantId) ?? []) listener(news);
  }

  tellAll(news: News): void {
    for (const ofTenant of this.#listeners.values()) for (const listener of ofTenant) listener(news);
  }
}
