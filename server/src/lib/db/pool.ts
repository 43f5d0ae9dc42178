import type { PostgresPool } from 'kysely';
import pg from 'pg';
import { GuardedClient } from './guarded-client.ts';
import { clientConfigOf, type DbLimits } from './limits.ts';
import { LongestWait } from './longest-wait.ts';
import { DatabaseUnavailable } from './unavailable.ts';

/** The demand for the connections of a process. */
export interface PoolLoad {
  /** The number of callers that wait for a free connection. */
  readonly waiters: number;
  /** The longest wait of the last 30 to 60 seconds. */
  readonly longestWaitMs: number;
}

/**
 * The object id of PostgreSQL's type `date`. Dates stay text: parsed as a `Date` they would shift by the machine's
 * time zone.
 */
const dateType = 1082;
pg.types.setTypeParser(dateType, (value) => value);

/** The object id of PostgreSQL's type `timestamptz`. */
const timeType = 1184;
pg.types.setTypeParser(timeType, timeParser(pg.types.getTypeParser(timeType, 'text')));

/**
 * Parses times and remembers the last one: most rows of an answer have the same time as the row before, and parsing a
 * time takes longer than the other fields of a row.
 */
function timeParser(parse: (text: string) => Date | number): (text: string) => Date | number {
  let last: { readonly text: string; readonly time: Date | number } = { text: '', time: 0 };
  return (text) => {
    if (text !== last.text) last = { text, time: parse(text) };
    // Each row gets a `Date` of its own, because a `Date` can be changed.
    return typeof last.time === 'number' ? last.time : new Date(last.time);
  };
}

export interface DbOptions {
  readonly url: string;
  readonly maxConnections: number;
  readonly limits: DbLimits;
  /** Called when an idle connection breaks, for example because the server restarts. The pool replaces it. */
  onIdleError(error: Error): void;
}

/** The connections of a process to one database. */
export interface Pool {
  readonly pool: PostgresPool;
  measurePool(): PoolLoad;
  /** Closes the connections that wait for the data nodes of these tenants. */
  leave(leftOut: ReadonlySet<string>): void;
}

export function openPool({ url, maxConnections, limits, onIdleError }: DbOptions): Pool {
  const config = {
    connectionString: url,
    max: maxConnections,
    Client: GuardedClient,
    ...clientConfigOf(limits),
    pipeline: true,
  };
  const pool = new pg.Pool(config);
  pool.on('error', onIdleError);
  const clients = new Set<GuardedClient>();
  pool.on('connect', (client) => void (client instanceof GuardedClient && clients.add(client)));
  pool.on('remove', (client) => void (client instanceof GuardedClient && clients.delete(client)));
  const longest = new LongestWait();
  return {
    leave(leftOut) {
      for (const client of clients) client.leaveIfStuck(leftOut);
    },
    measurePool: () => ({
      // The pool queues every caller for an instant, even if a connection is idle.
      waiters: Math.max(0, pool.waitingCount - pool.idleCount),
      longestWaitMs: longest.read(performance.now()),
    }),
    pool: {
      options: pool.options,
      async connect() {
        const began = performance.now();
        try {
          return await pool.connect();
        } catch (error) {
          throw new DatabaseUnavailable(error);
        } finally {
          const now = performance.now();
          longest.note(now - began, now);
        }
      },
      end: () => pool.end(),
    },
  };
}
