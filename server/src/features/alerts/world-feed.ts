import pg from 'pg';
import type { Logger } from 'pino';
import type { Clock } from '../../lib/clock.ts';
import { worldChannel } from '../../lib/db/world-version.ts';

/** What this process knows of the tenants' versions, and who wants to hear when they move. */
export interface WorldFeed {
  /** The current version, or `undefined` when it has to be asked of the database. */
  versionOf(tenantId: string): KnownVersion | undefined;
  remember(tenantId: string, known: KnownVersion): void;
  /** Returns how to stop listening. */
  subscribe(tenantId: string, hear: (version: string) => void): () => void;
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
  const listeners = new Map<string, Set<(version: string) => void>>();
  const closing = new AbortController();
  let client: pg.Client | null = null;

  const hear = (payload: string): void => {
    const [tenantId = '', version = ''] = payload.split(':');
    const before = known.get(tenantId);
    if (before) known.set(tenantId, newest(before, { ...before, version }));
    for (const listener of listeners.get(tenantId) ?? []) listener(version);
  };

  /** Whatever was announced while nobody listened is lost: versions are asked again, and every browser looks anew. */
  const isConnected = (): boolean => client !== null;

  const connect = async (): Promise<void> => {
    const next = new pg.Client({ connectionString: databaseUrl });
    next.on('notification', (message) => hear(message.payload ?? ''));
    next.on('error', (error) => log.warn({ err: error }, 'the listener of world versions lost its connection'));
    next.on('end', () => void reconnect(next));
    await next.connect();
    await next.query(`listen ${worldChannel}`);
    client = next;
    known.clear();
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
    remember(tenantId, version) {
      if (client) known.set(tenantId, newest(known.get(tenantId) ?? version, version));
    },
    subscribe(tenantId, listener) {
      const ofTenant = listeners.get(tenantId) ?? new Set();
      listeners.set(tenantId, ofTenant.add(listener));
      return () => {
        ofTenant.delete(listener);
        if (ofTenant.size === 0) listeners.delete(tenantId);
      };
    },
    async close() {
      closing.abort();
      await client?.end();
    },
  };
}

/** An announcement may overtake the answer of a query that started before it. */
const newest = (a: KnownVersion, b: KnownVersion): KnownVersion =>
  a.epoch === b.epoch && BigInt(a.version) > BigInt(b.version) ? a : b;
