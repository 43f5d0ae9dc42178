import type { KyselyPlugin, QueryExecutorProvider } from 'kysely';

/** A connection inside a transaction, or a pool for single global statements. SQL goes through Kysely's `sql` tag. */
export type Executor = QueryExecutorProvider;
/**
 * A transaction of one tenant: row-level security lets it see that tenant alone. Statements that do not wait for each
 * other's rows are sent together (`Promise.all`), and run one after another in the order in which they were sent.
 */
export type Tx = Executor & { readonly __tenant?: string };

interface ClosableConnection {
  readonly connection: Executor;
  /** Refuses further statements, and waits for the answers to the statements that were already sent. */
  close(): Promise<void>;
}

/**
 * Returns the connection, which refuses statements once it is closed. A statement that code sends after its transaction
 * has failed would run outside of the transaction, and then in the transaction of the connection's next user.
 */
export function untilClosed(given: Executor): ClosableConnection {
  const executor = given.getExecutor();
  const running = new Set<Promise<unknown>>();
  let isClosed = false;
  const closable = executor.withConnectionProvider({
    provideConnection: async (use) => {
      if (isClosed) throw new Error('The transaction has ended');
      const answer = executor.provideConnection(use);
      running.add(answer);
      try {
        return await answer;
      } finally {
        running.delete(answer);
      }
    },
  });
  return {
    connection: { getExecutor: () => closable },
    async close() {
      isClosed = true;
      // A statement is sent some turns of the event loop after it was queued, which may be after the `rollback` of a
      // statement that failed.
      await Promise.allSettled(running);
    },
  };
}

/** Returns the same connection, whose statements pass through the plugin. */
export function withPlugin(given: Executor, plugin: KyselyPlugin): Executor {
  const executor = given.getExecutor().withPlugin(plugin);
  return { getExecutor: () => executor };
}
