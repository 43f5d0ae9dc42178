/** Time limits for one kind of database work. */
export interface DbLimits {
  /** Limit for getting a free connection of the pool, or for opening a new one and logging in. */
  readonly acquireMs: number;
  /** The server cancels a statement that takes longer. The connection stays in use. */
  readonly statementMs: number;
  /**
   * The driver abandons a connection whose server does not answer at all. Longer than `statementMs`, the server's own
   * limit.
   */
  readonly answerMs: number;
  /** The server ends a transaction whose client has vanished, because its locks block other transactions. */
  readonly idleInTransactionMs: number;
}

export const dbLimits = {
  /**
   * A request fails within about ten seconds and can then be tried again. On two cores with a load of 20, the longest
   * statement for an account with 10,000 products (muting 6,700 items) took 1.7 s. Between two statements of a
   * transaction the process does nothing but compute.
   */
  api: { acquireMs: 4_000, statementMs: 6_000, answerMs: 7_000, idleInTransactionMs: 10_000 },
  /**
   * About a hundred jobs share the connections of a process. A statement judges, records or deletes one batch, which
   * takes a few seconds at most. Between two statements of a transaction the process does nothing but compute, for
   * longer than the API does.
   */
  worker: { acquireMs: 30_000, statementMs: 60_000, answerMs: 65_000, idleInTransactionMs: 30_000 },
  /** The queue's own statements take milliseconds, but a new version of pg-boss may build an index on its jobs. */
  queue: { acquireMs: 10_000, statementMs: 30_000, answerMs: 35_000, idleInTransactionMs: 60_000 },
  /**
   * One statement deletes or adds rows of all tenants and takes time in proportion to their number. At a load of 20, a
   * million orders were deleted in 5.6 s, and the 30,000 items of three new kinds were added in 19 s.
   */
  maintenance: { acquireMs: 30_000, statementMs: 1_800_000, answerMs: 1_860_000, idleInTransactionMs: 60_000 },
} as const satisfies Readonly<Record<string, DbLimits>>;

/**
 * A migration has no time limit, as it may rewrite a large table. Its wait for a lock is short, because every other
 * statement on the table queues behind it, and users notice.
 */
export const migrationLimits = { connectMs: 10_000, lockMs: 1_000 } as const;

/**
 * After 5 s without traffic the operating system probes the peer, and closes the connection after ten probes at
 * intervals of one second.
 */
export const keepAlive = { keepAlive: true, keepAliveInitialDelayMillis: 5_000 } as const;

/**
 * A new connection costs a login, the catalogue's caches and all plans. The driver's default of 10 s closed connections
 * between two rounds of work.
 */
const idleTimeoutMillis = 120_000;

/**
 * The age in seconds at which a free connection is closed. The PostgreSQL process of a connection keeps what it has
 * read of the catalogue and never frees it, so that it would grow for hours.
 */
const maxLifetimeSeconds = 300;

/** Converts the limits to options of the driver. */
export const clientConfigOf = (limits: DbLimits) => ({
  ...keepAlive,
  idleTimeoutMillis,
  maxLifetimeSeconds,
  connectionTimeoutMillis: limits.acquireMs,
  statement_timeout: limits.statementMs,
  query_timeout: limits.answerMs,
  idle_in_transaction_session_timeout: limits.idleInTransactionMs,
});
