import { Kysely, PostgresDialect, type PostgresPool } from 'kysely';
import pg from 'pg';
import { insideTransaction } from '../leave-process.ts';
import { withPlugin, type Executor, type Tx } from './executor.ts';
import { GuardedClient } from './guarded-client.ts';
import { clientConfigOf, type DbLimits } from './limits.ts';
import { LongestWait } from './longest-wait.ts';
import { ReachableTenants } from './reachable-tenants.ts';
import { beginSnapshot, findCluster, runInTenant, type Announcement } from './tenant-transaction.ts';
import { DatabaseUnavailable, isOutage, NodeUnavailable } from './unavailable.ts';

export { withPlugin };
export type { Executor, Tx };

/** The demand for the connections of a process. */
export interface PoolLoad {
  /** The number of callers that wait for a free connection. */
  readonly waiters: number;
  /** The longest wait of the last 30 to 60 seconds. */
  readonly longestWaitMs: number;
}

export interface Db {
  /**
   * Runs the work in one transaction of one tenant. `begin` and the tenant id travel in one round trip. After a
   * deadlock or a serialization failure the work runs again from its start, so it must have no effects outside the
   * database. A call that leaves the process throws inside it (`leaveProcess`).
   */
  tenant<T>(tenantId: string, work: (tx: Tx) => Promise<T>): Promise<T>;
  /** Runs the work in one read-only transaction of one tenant, in which all statements see the same instant. */
  snapshot<T>(tenantId: string, work: (tx: Tx) => Promise<T>): Promise<T>;
  /**
   * Runs the work in one transaction for rows of many tenants. A cluster locks no rows on several nodes: there the work
   * runs in one transaction per tenant, and those that fail do not stop the others. Returns the results, none if there
   * are no rows.
   */
  ofMany<Row extends { readonly tenantId: string }, T>(
    rows: readonly Row[],
    work: (tx: Executor, rows: readonly Row[]) => Promise<T>,
  ): Promise<readonly T[]>;
  /** Runs the work on global tables in one transaction. */
  together<T>(work: (db: Executor) => Promise<T>): Promise<T>;
  /**
   * Finds work in the rows of all tenants, and may claim it. While a data node of a cluster is away, its tenants are
   * left out. The search that notices the outage runs twice; what its first run claimed is found again when the lease
   * ends. Work that must not miss a tenant reads `global`.
   */
  acrossTenants<T>(find: (db: Executor) => Promise<T>): Promise<T>;
  /** Tenants that `acrossTenants` leaves out at present. */
  countLeftOut(): number;
  /**
   * For global tables only: a query on a tenant table returns no rows for the API, and the rows of all tenants for the
   * worker.
   */
  readonly global: Executor;
  /**
   * Passes on what transactions of one tenant announce through these connections, before they return. PostgreSQL
   * delivers the same notification later, also to this process.
   */
  onAnnounced(listener: (announcement: Announcement) => void): void;
  measurePool(): PoolLoad;
  close(): Promise<void>;
}

/**
 * The object id of PostgreSQL's type `date`. Dates stay text: parsed as a `Date` they would shift by the machine's
 * time zone.
 */
const dateType = 1082;
pg.types.setTypeParser(dateType, (value) => value);

export interface DbOptions {
  readonly url: string;
  readonly maxConnections: number;
  readonly limits: DbLimits;
  /** Called when an idle connection breaks, for example because the server restarts. The pool replaces it. */
  onIdleError(error: Error): void;
}

export function openDb(options: DbOptions): Db {
  const { pool, measurePool, leave } = openPool(options);
  // The pool for probes opens connections on a cluster only, when a data node may be away.
  const probing = openPool({ ...options, maxConnections: mostProbes });
  return dbOf(kyselyOf(pool), {
    measurePool,
    prober: kyselyOf(probing.pool),
    leave(leftOut) {
      leave(leftOut);
      probing.leave(leftOut);
    },
  });
}

const mostProbes = 4;

const kyselyOf = (pool: PostgresPool): Kysely<unknown> => new Kysely({ dialect: new PostgresDialect({ pool }) });

interface DbParts extends Pick<Db, 'measurePool'> {
  /** Connections that ask the data nodes of a cluster whether they answer. */
  readonly prober: Kysely<unknown>;
  /** Closes the connections that wait for the data nodes of these tenants. */
  leave(leftOut: ReadonlySet<string>): void;
}

export function dbOf(kysely: Kysely<unknown>, { measurePool, prober, leave }: DbParts): Db {
  let isKnownCluster: boolean | undefined;
  const listeners: ((announcement: Announcement) => void)[] = [];
  const onAnnounced = (announcements: readonly Announcement[]): void => {
    for (const listener of listeners) for (const announcement of announcements) tell(listener, announcement);
  };
  const isOnCluster = async (connection: Executor) => (isKnownCluster ??= await findCluster(connection));
  const transact = <T>(through: Executor, { begin, tenantId }: Begin, work: (tx: Tx) => Promise<T>): Promise<T> =>
    inOneConnection(through, async (connection) => {
      const scope = { tenantId, begin, isOnCluster: await isOnCluster(connection), onAnnounced };
      return repeatedly(() => runInTenant(connection, scope, work));
    });

  const reachable = new ReachableTenants({
    prober,
    probe: (tenantId, work) => transact(prober, { begin: 'begin', tenantId }, work),
    leave,
  });
  const inTenant = async <T>(begin: string, tenantId: string, work: (tx: Tx) => Promise<T>): Promise<T> => {
    reachable.refuse(tenantId);
    try {
      return await transact(kysely, { begin, tenantId }, work);
    } catch (error) {
      // The connection was left because the node is away.
      throw error instanceof DatabaseUnavailable && reachable.isLeftOut(tenantId) ? new NodeUnavailable(error) : error;
    }
  };

  const together = <T>(work: (tx: Executor) => Promise<T>): Promise<T> =>
    repeatedly(() => kysely.transaction().execute((tx) => insideTransaction(() => work(tx))));

  return {
    global: kysely,
    tenant: (tenantId, work) => inTenant('begin', tenantId, work),
    acrossTenants: async (find) => ((await isOnCluster(kysely)) ? reachable.read(kysely, find) : find(kysely)),
    countLeftOut: () => reachable.leftOut,
    snapshot: (tenantId, work) => inTenant(beginSnapshot, tenantId, work),
    async ofMany(rows, work) {
      if (rows.length === 0) return [];
      if (await isOnCluster(kysely)) {
        const results = [];
        const failures = [];
        for (const [tenantId, own] of Map.groupBy(rows, (row) => row.tenantId)) {
          try {
            results.push(await inTenant('begin', tenantId, (tx) => work(tx, own)));
          } catch (error) {
            if (isOutage(error)) throw error;
            failures.push(error);
          }
        }
        if (failures.length > 0) throw failures[0];
        return results;
      }
      return [await together((tx) => work(tx, rows))];
    },
    together,
    onAnnounced: (listener) => void listeners.push(listener),
    measurePool,
    close: async () => {
      await Promise.all([kysely.destroy(), prober.destroy()]);
    },
  };
}

/** Tells a listener. If it fails, the transaction must not seem to have failed, because it is committed. */
function tell(listener: (announcement: Announcement) => void, announcement: Announcement): void {
  try {
    listener(announcement);
  } catch (error) {
    process.emitWarning(error instanceof Error ? error : String(error));
  }
}

/** Runs the work in one connection of the pool. The connection takes a statement while others still run. */
function inOneConnection<T>(pool: Executor, work: (connection: Executor) => Promise<T>): Promise<T> {
  const executor = pool.getExecutor();
  return executor.provideConnection((connection) => {
    const inside = executor.withConnectionProvider({ provideConnection: (use) => use(connection) });
    return work({ getExecutor: () => inside });
  });
}

interface Begin {
  readonly begin: string;
  readonly tenantId: string;
}

interface MeasuredPool extends Omit<DbParts, 'prober'> {
  readonly pool: PostgresPool;
}

function openPool({ url, maxConnections, limits, onIdleError }: DbOptions): MeasuredPool {
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

/**
 * The server's codes for a deadlock and for a serialization failure: it rolled the transaction back, and the same work
 * can succeed when it is repeated.
 */
const repeatableCodes = new Set(['40P01', '40001']);
const mostTries = 5;

async function repeatedly<T>(transaction: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await transaction();
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : '';
      if (!repeatableCodes.has(code) || tries === mostTries) throw error;
    }
  }
}

/** U+0000 and one half of a surrogate pair, as JSON escapes them: PostgreSQL refuses both in text. */
const unstorable = /\\u(?:0000|d[89a-f])/;

/**
 * Serializes the rows of a set-based statement, which travel as one JSON parameter. Characters that PostgreSQL cannot
 * store are removed, because texts from outside may contain them and one such text would make the whole statement
 * fail, also when it is retried.
 */
export function json(value: unknown): string {
  const text = JSON.stringify(value);
  return unstorable.test(text) ? JSON.stringify(storable(value)) : text;
}

function storable(value: unknown): unknown {
  if (typeof value === 'string') return value.replaceAll('\0', '').toWellFormed();
  if (Array.isArray(value)) return value.map(storable);
  if (typeof value !== 'object' || value === null || 'toJSON' in value) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [storable(name), storable(inner)]));
}
