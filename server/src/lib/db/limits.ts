/** How long one kind of work waits for the database. */
export interface DbLimits {
  /** For a connection: for a free one of the pool, or for a new one to be opened and logged in. */
  readonly acquireMs: number;
  /** The server cancels a statement that takes longer. The connection stays in use. */
  readonly statementMs: number;
  /** The driver gives up a server that says nothing at all, and its connection. Longer than the server's own limit. */
  readonly answerMs: number;
  /** The server ends a transaction whose client has vanished, as its locks hold up everybody else. */
  readonly idleInTransactionMs: number;
}

export const dbLimits = {
  /**
   * A request fails within some ten seconds and can then be tried again. On two cores with a load of 20, the longest
   * statement for an account with 10,000 products (muting 6,700 items) took 1.7 s. Between two statements of a transaction
   * the process only computes.
   */
  api: { acquireMs: 4_000, statementMs: 6_000, answerMs: 7_000, idleInTransactionMs: 10_000 },
  /**
   * Some hundred jobs take turns on the connections of a process. A statement judges, records or deletes one batch, which
   * takes a few seconds at most. Between two statements of a transaction the process only computes, for longer than the
   * API does.
   */
  worker: { acquireMs: 30_000, statementMs: 60_000, answerMs: 65_000, idleInTransactionMs: 30_000 },
  /** The queue's statements take milliseconds; a release may build an index on its jobs. */
  queue: { acquireMs: 10_000, statementMs: 30_000, answerMs: 35_000, idleInTransactionMs: 60_000 },
  /**
   * One statement deletes or adds rows of all tenants, in proportion to what has piled up. At a load of 20, a million
   * orders were deleted in 5.6 s, and the 30,000 items of three new kinds were added in 19 s.
   */
  maintenance: { acquireMs: 30_000, statementMs: 1_800_000, answerMs: 1_860_000, idleInTransactionMs: 60_000 },
} as const satisfies Readonly<Record<string, DbLimits>>;

/**
 * A migration has no limit of its own, as it may rewrite a large table. Its wait for a lock ends before a request's limit:
 * every statement on the table queues behind that wait.
 */
export const migrationLimits = { connectMs: 10_000, lockMs: 3_000 } as const;

/** After this idle time the system probes the peer, and closes the connection after ten probes a second apart. */
export const keepAlive = { keepAlive: true, keepAliveInitialDelayMillis: 5_000 } as const;

/** The limits as options of the driver. */
export const clientConfigOf = (limits: DbLimits) => ({
  ...keepAlive,
  connectionTimeoutMillis: limits.acquireMs,
  statement_timeout: limits.statementMs,
  query_timeout: limits.answerMs,
  idle_in_transaction_session_timeout: limits.idleInTransactionMs,
});
