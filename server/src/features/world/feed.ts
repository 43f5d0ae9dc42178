import pg from 'pg';
import type { Logger } from 'pino';
import type { Clock } from '../../lib/clock.ts';
import { deletedSellerChannel, worldChannel } from '../../lib/db/world-version.ts';

/** What this process knows of the tenants' versions, and who wants to hear when they move. */
export interface WorldFeed {
  /** The current version, or `undefined` when it has to be asked of the database. */
  versionOf(tenantId: string): KnownVersion | undefined;
  /** To be called before the database is asked; what it answers with remembers what was read. */
  look(): (tenantId: string, read: KnownVersion) => void;
  /** Returns how to stop listening. */
  subscribe(tenantId: string, hear: (version: string) => void): () => void;
  /** The same for seller accounts of which nothing is left. */
  onDeleted(tenantId: string, hear: (sellerAccountId: string) => void): () => void;
  close(): Promise<void>;
}

export interface KnownVersion {
  readonly epoch: string;
  readonly version: string;
}

interface FeedOptions {
  readonly databaseUrl: string;
  readonly clock: Clock;
  readonly log: Logger;
}

const reconnectDelayMs = 500;

/** One LISTEN per API process, whatever the number of browsers. */
export async function createWorldFeed({ databaseUrl, clock, log }: FeedOptions): Promise<WorldFeed> {
  const known = new Map<string, KnownVersion>();
  /** Announcements, also of tenants of which nothing was read yet: the read may be under way. */
  const announced = new Map<string, string>();
  let connections = 0;
  const listeners = new Map<string, Set<(version: string) => void>>();
  const deletions = new Map<string, Set<(sellerAccountId: string) => void>>();
  const closing = new AbortController();
  let client: pg.Client | null = null;

  const hear = (payload: string): void => {
    const [tenantId = '', version = ''] = payload.split(':');
    announced.set(tenantId, later(version, announced.get(tenantId)));
    const before = known.get(tenantId);
    if (before) known.set(tenantId, { ...before, version: later(version, before.version) });
    for (const listener of listeners.get(tenantId) ?? []) listener(version);
  };

  const hearDeletion = (payload: string): void => {
    const [tenantId = '', sellerAccountId = ''] = payload.split(':');
    for (const listener of deletions.get(tenantId) ?? []) listener(sellerAccountId);
  };

  const isConnected = (): boolean => client !== null;

  /** Whatever was announced while nobody listened is lost: versions are asked again, and every browser looks anew. */
  const connect = async (): Promise<void> => {
    const next = new pg.Client({ connectionString: databaseUrl });
    next.on('notification', ({ channel, payload = '' }) =>
      channel === deletedSellerChannel ? hearDeletion(payload) : hear(payload),
    );
    next.on('error', (error) => log.warn({ err: error }, 'the listener of world versions lost its connection'));
    next.on('end', () => void reconnect(next));
    await next.connect();
    await next.query(`listen ${worldChannel}; listen ${deletedSellerChannel}`);
    client = next;
    connections += 1;
    known.clear();
    announced.clear();
    for (const ofTenant of listeners.values()) for (const listener of ofTenant) listener('');
  };

  const reconnect = async (lost: pg.Client): Promise<void> => {
    if (client === lost) client = null;
    known.clear();
    while (!closing.signal.aborted && !isConnected()) {
      await clock.pause(reconnectDelayMs, closing.signal);
      if (closing.signal.aborted) return;
      await connect().catch((error: unknown) => log.warn({ err: error }, 'world versions cannot be listened to yet'));
    }
  };

  await connect();
  return {
    versionOf: (tenantId) => (client ? known.get(tenantId) : undefined),
    look() {
      const connection = connections;
      return (tenantId, { epoch, version }) => {
        // Something announced on another connection, or on none, may have come after what was read.
        if (!client || connection !== connections) return;
        known.set(tenantId, { epoch, version: later(version, announced.get(tenantId)) });
      };
    },
    subscribe: (tenantId, listener) => listen(listeners, tenantId, listener),
    onDeleted: (tenantId, listener) => listen(deletions, tenantId, listener),
    async close() {
      closing.abort();
      await client?.end();
    },
  };
}

type Listener = (told: string) => void;

function listen(listeners: Map<string, Set<Listener>>, tenantId: string, listener: Listener): () => void {
  const ofTenant = listeners.get(tenantId) ?? new Set();
  listeners.set(tenantId, ofTenant.add(listener));
  return () => {
    ofTenant.delete(listener);
    if (ofTenant.size === 0) listeners.delete(tenantId);
  };
}

/** An announcement may overtake the answer of a query that started before it. */
const later = (version: string, other: string | undefined): string =>
  other !== undefined && BigInt(other) > BigInt(version) ? other : version;
