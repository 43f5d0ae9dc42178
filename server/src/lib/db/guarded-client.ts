import pg from 'pg';
import { SequenceClient } from './sequence-client.ts';
import { DatabaseUnavailable, unavailableBecauseOf } from './unavailable.ts';

/** The driver reports `query_timeout` by this message only. */
const timeoutMessage = 'Query read timeout';

/**
 * A connection that ends itself when a query fails for any reason but an error reported by the server. The driver
 * would return it to the pool with the query still running and its transaction open: the next user would wait for that
 * query, and then work and commit in the transaction that the previous user gave up.
 */
export class GuardedClient extends SequenceClient {
  #isLost = false;

  constructor(config?: pg.ClientConfig) {
    super(config);
    // The pool listens for errors of idle connections only, and an `error` event without a listener ends the process.
    this.on('error', () => {
      this.#isLost = true;
    });
  }

  override query(...args: unknown[]): never {
    const answer: unknown = Reflect.apply(super.query, this, args);
    return (answer instanceof Promise ? this.#guard(answer) : answer) as never;
  }

  async #guard(answer: Promise<unknown>): Promise<unknown> {
    try {
      return await answer;
    } catch (error) {
      const isRefusal = error instanceof pg.DatabaseError && error.severity === 'ERROR';
      if (error instanceof Error && error.message === timeoutMessage) this.#isLost = true;
      if (!isRefusal) void this.end();
      throw this.#isLost ? new DatabaseUnavailable(error) : (unavailableBecauseOf(error) ?? error);
    }
  }
}
