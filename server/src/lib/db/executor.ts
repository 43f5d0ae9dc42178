import type { KyselyPlugin, QueryExecutorProvider } from 'kysely';

/** A connection inside a transaction, or a pool for single global statements. SQL goes through Kysely's `sql` tag. */
export type Executor = QueryExecutorProvider;
/**
 * A transaction of one tenant: row-level security lets it see that tenant alone. Statements that do not wait for each
 * other's rows are sent together (`Promise.all`), and run one after another in the order in which they were sent.
 */
export type Tx = Executor & { readonly __tenant?: string };

/**
 * The same connection until it is closed. A statement that was still to be sent when its transaction failed would run in
 * the transaction of the connection's next user.
 */
export function untilClosed(given: Executor): { readonly connection: Executor; close(): void } {
  const executor = given.getExecutor();
  let isClosed = false;
  const closable = executor.withConnectionProvider({
    provideConnection: async (use) => {
      if (isClosed) throw new Error('The transaction has ended');
      return executor.provideConnection(use);
    },
  });
  return {
    connection: { getExecutor: () => closable },
    close: () => {
      isClosed = true;
    },
  };
}

/** The same connection, whose statements pass through the plugin. */
export function withPlugin(given: Executor, plugin: KyselyPlugin): Executor {
  const executor = given.getExecutor().withPlugin(plugin);
  return { getExecutor: () => executor };
}
