import pg from 'pg';
import { isEnd, OpeningClient, openingMark } from './opening-client.ts';
import { sequenceMark } from './sequence-client.ts';
import { DatabaseUnavailable, unavailableBecauseOf } from './unavailable.ts';

/** The driver reports `query_timeout` by this message only. */
const timeoutMessage = 'Query read timeout';

const tenantBegun = /;\nset local app\.tenant_id = '([^']+)'$/;
/**
 * The age from which a wait for the rows of all tenants counts as stuck when nodes turn out to be away: the nodes are
 * probed after 2 s and have 3 s to answer.
 */
const stuckMs = 4_000;

/**
 * A connection that ends itself when a query fails for any reason but an error reported by the server. The driver
 * would return it to the pool with the query still running and its transaction open: the next user would wait for that
 * query, and then work and commit in the transaction that the previous user gave up.
 */
export class GuardedClient extends OpeningClient {
  #isLost = false;
  /** The tenant of the transaction that is open. */
  #tenantId: string | null = null;
  /** Whether the end of the transaction was sent, whose answers may still be waited for. */
  #isEnding = false;
  /** The number of statements whose answers the connection waits for. */
  #running = 0;
  /** The time since which the connection waits for its next answer; `null` while it waits for none. */
  #waitsSince: number | null = null;

  constructor(config?: pg.ClientConfig) {
    super(config);
    // The pool listens for errors of idle connections only, and an `error` event without a listener ends the process.
    this.on('error', () => {
      this.#isLost = true;
    });
  }

  /**
   * Closes the connection if it waits for an answer about one of these tenants, whose data nodes are away, or if it has
   * waited for the rows of all tenants since before the nodes were probed.
   */
  leaveIfStuck(tenantIds: ReadonlySet<string>): void {
    if (this.#waitsSince === null) return;
    const isOfAll = this.#tenantId === null && this.#waitsSince < performance.now() - stuckMs;
    if (isOfAll || tenantIds.has(this.#tenantId ?? '')) this.abandon('The data node does not answer');
  }

  override query(...args: unknown[]): never {
    const [text] = args;
    if (typeof text === 'string') this.#noteTenant(text);
    const answer: unknown = Reflect.apply(super.query, this, args);
    if (!(answer instanceof Promise)) return answer as never;
    this.#running += 1;
    this.#waitsSince ??= performance.now();
    return this.#guard(answer) as never;
  }

  #noteTenant(text: string): void {
    if (isEnd(text)) this.#isEnding = true;
    else if (text.startsWith(sequenceMark) || text.startsWith(openingMark))
      this.#tenantId = tenantBegun.exec(text)?.[1] ?? null;
  }

  async #guard(answer: Promise<unknown>): Promise<unknown> {
    try {
      return await answer;
    } catch (error) {
      const isRefusal = error instanceof pg.DatabaseError && error.severity === 'ERROR';
      if (error instanceof Error && error.message === timeoutMessage) this.#isLost = true;
      if (!isRefusal) void this.end();
      throw this.#isLost ? new DatabaseUnavailable(error) : (unavailableBecauseOf(error) ?? error);
    } finally {
      this.#running -= 1;
      this.#waitsSince = this.#running > 0 ? performance.now() : null;
      if (this.#running === 0 && this.#isEnding) {
        this.#isEnding = false;
        this.#tenantId = null;
      }
    }
  }
}
