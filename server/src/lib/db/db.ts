import { Kysely, PostgresDialect, type PostgresPool, type RawBuilder } from 'kysely';
import { codeOfError } from '@app/shared/base/thrown.ts';
import { insideTransaction } from '../leave-process.ts';
import { withPlugin, type Executor, type Tx } from './executor.ts';
import { openPool, type DbOptions, type Pool, type PoolLoad } from './pool.ts';
import { ReachableTenants } from './reachable-tenants.ts';
import { beginSnapshot, findCluster, runAtOnce, runInTenant, type Announcement } from './tenant-transaction.ts';
import type { TransactionScope } from './tenant-transaction.ts';
import { DatabaseUnavailable, isOutage, NodeUnavailable } from './unavailable.ts';

export { withPlugin };
export type { Executor, Tx };

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
   * Runs a statement in one transaction of one tenant and in one round trip, after others whose answers it does not
   * depend on. Returns its rows when they are committed.
   */
  atOnce<Row>(
    tenantId: string,
    statement: RawBuilder<Row>,
    before?: readonly RawBuilder<unknown>[],
  ): Promise<readonly Row[]>;
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

interface DbParts extends Pick<Pool, 'measurePool' | 'leave'> {
  /** Connections that ask the data nodes of a cluster whether they answer. */
  readonly prober: Kysely<unknown>;
}

export function dbOf(kysely: Kysely<unknown>, { measurePool, prober, leave }: DbParts): Db {
  let isKnownCluster: boolean | undefined;
  const listeners: ((announcement: Announcement) => void)[] = [];
  const onAnnounced = (announcements: readonly Announcement[]): void => {
    for (const listener of listeners) for (const announcement of announcements) tell(listener, announcement);
  };
  const isOnCluster = async (connection: Executor) => (isKnownCluster ??= await findCluster(connection));
  const transact = <T>(through: Executor, tenantId: string, run: Transaction<T>): Promise<T> =>
    inOneConnection(through, async (connection) => {
      const scope = { tenantId, isOnCluster: await isOnCluster(connection), onAnnounced };
      return repeatedly(() => run(connection, scope));
    });

  const reachable = new ReachableTenants({
    prober,
    probe: (tenantId, work) => transact(prober, tenantId, running('begin', work)),
    leave,
  });
  const inTenant = async <T>(tenantId: string, run: Transaction<T>): Promise<T> => {
    reachable.refuse(tenantId);
    try {
      return await transact(kysely, tenantId, run);
    } catch (error) {
      // The connection was left because the node is away.
      throw error instanceof DatabaseUnavailable && reachable.isLeftOut(tenantId) ? new NodeUnavailable(error) : error;
    }
  };

  const together = <T>(work: (tx: Executor) => Promise<T>): Promise<T> =>
    repeatedly(() => kysely.transaction().execute((tx) => insideTransaction(() => work(tx))));

  return {
    global: kysely,
    tenant: (tenantId, work) => inTenant(tenantId, running('begin', work)),
    acrossTenants: async (find) => ((await isOnCluster(kysely)) ? reachable.read(kysely, find) : find(kysely)),
    countLeftOut: () => reachable.leftOut,
    snapshot: (tenantId, work) => inTenant(tenantId, running(beginSnapshot, work)),
    atOnce: (tenantId, statement, before = []) =>
      inTenant(tenantId, (connection) => runAtOnce(connection, { tenantId, statement, before })),
    async ofMany(rows, work) {
      if (rows.length === 0) return [];
      if (await isOnCluster(kysely)) {
        const results = [];
        const failures = [];
        for (const [tenantId, own] of Map.groupBy(rows, (row) => row.tenantId)) {
          try {
            const run = running('begin', (tx) => work(tx, own));
            results.push(await inTenant(tenantId, run));
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

type Transaction<T> = (connection: Executor, scope: TransactionScope) => Promise<T>;

const running =
  <T>(begin: string, work: (tx: Tx) => Promise<T>): Transaction<T> =>
  (connection, scope) =>
    runInTenant(connection, { ...scope, begin }, work);

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
      const code = codeOfError(error) ?? '';
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
