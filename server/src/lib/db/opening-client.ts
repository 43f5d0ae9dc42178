import pg from 'pg';
import { preparedQuery } from './preparing-client.ts';
import { sendEach, separator, SequenceClient, sequenceOf } from './sequence-client.ts';

export const openingMark = '/* opening */';

/**
 * Makes one text of the statements that open a transaction. An `OpeningClient` keeps it until the first statement of the
 * transaction and sends both in one round trip.
 */
export const openingOf = (statements: readonly string[]): string => openingMark + statements.join(separator);

interface Opening {
  readonly statements: readonly string[];
  resolve(result: unknown): void;
  reject(error: unknown): void;
}

/**
 * A connection that opens a transaction together with its first statement. The server skips the statement if it refuses
 * one of those that open the transaction. Later statements wait until the transaction is open, because they could not be
 * rolled back otherwise, and none is sent to a transaction that was refused.
 */
export class OpeningClient extends SequenceClient {
  /** The opening that waits for the first statement. */
  #kept: Opening | null = null;
  /** The answer to the opening of the present transaction. */
  #opened: Promise<unknown> | null = null;

  override query(...args: unknown[]): never {
    const [text] = args;
    if (typeof text === 'string' && text.startsWith(openingMark)) return this.#keep(text) as never;
    const kept = this.#kept;
    this.#kept = null;
    if (kept && typeof text === 'string' && !isEnd(text)) return this.#open(kept, args) as never;
    if (kept) this.#openAlone(kept);
    const opened = this.#opened;
    if (opened === null) return Reflect.apply(super.query, this, args);
    if (typeof text === 'string' && isEnd(text)) this.#opened = null;
    const send = (): unknown => Reflect.apply(super.query, this, args);
    return (text === 'rollback' ? opened.then(send, send) : opened.then(send)) as never;
  }

  #keep(text: string): Promise<unknown> {
    const statements = text.slice(openingMark.length).split(separator);
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    this.#kept = { statements, resolve, reject };
    this.#opened = promise;
    void this.#forgetWhenOpen(promise);
    return promise;
  }

  /**
   * Lets statements be sent at once when the transaction is open. This continues before the statements that wait, and
   * none can be sent in between.
   */
  async #forgetWhenOpen(opened: Promise<unknown>): Promise<void> {
    try {
      await opened;
    } catch {
      return;
    }
    if (this.#opened === opened) this.#opened = null;
  }

  #open(opening: Opening, [text, values]: readonly unknown[]): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const settle = (error: unknown, result: unknown): void => (error ? reject(error) : resolve(result));
      const config = preparedQuery(String(text), Array.isArray(values) ? values : []);
      Reflect.apply(super.query, this, [new FirstQuery(opening, config, settle)]);
    });
  }

  /** Opens a transaction without statements. */
  #openAlone({ statements, resolve, reject }: Opening): void {
    const answer: Promise<unknown> = Reflect.apply(super.query, this, [sequenceOf(statements)]);
    answer.then(resolve, reject);
  }
}

/** Whether the text ends a transaction. */
export const isEnd = (text: string): boolean => text.endsWith('commit') || text === 'rollback';

/** The parts of the driver's query that its types do not declare. */
interface DriverQuery {
  name: string | undefined;
  hasBeenParsed(connection: pg.Connection): boolean | string | undefined;
  handleCommandComplete(message: unknown, connection: pg.Connection): void;
  handleError(error: Error, connection: pg.Connection): void;
}

interface DriverConnection {
  readonly submittedNamedStatements: Record<string, string>;
}

/** The first statement of a transaction, behind the statements that open it. */
class FirstQuery extends pg.Query {
  override submit: (connection: pg.Connection) => void;

  constructor(
    { statements, resolve, reject }: Opening,
    config: pg.QueryConfig<unknown[]>,
    settle: (error: unknown, result: unknown) => void,
  ) {
    const settleBoth = (error: unknown, result: unknown): void => {
      // The opening is settled already unless it was refused or the connection is lost.
      if (error) reject(error);
      settle(error, result);
    };
    super({ ...config, queryMode: 'extended' } as pg.QueryConfig, settleBoth);
    const query = this as unknown as DriverQuery;
    const { name } = query;
    const { submit } = pg.Query.prototype;
    const { handleCommandComplete, handleError } = pg.Query.prototype as unknown as DriverQuery;
    let left = statements.length;
    let isParsed = false;
    this.submit = (connection) => {
      isParsed = Boolean(query.hasBeenParsed(connection));
      connection.stream.cork();
      sendEach(connection, statements);
      const error = Reflect.apply(submit, this, [connection]);
      connection.stream.uncork();
      // The driver takes each parsed statement that is answered for the query's own, by its name.
      query.name = undefined;
      return error;
    };
    query.handleCommandComplete = (message, connection) => {
      if (left === 0) return Reflect.apply(handleCommandComplete, this, [message, connection]);
      left -= 1;
      if (left > 0) return;
      query.name = name;
      resolve({ command: 'SET', rowCount: null, rows: [] });
    };
    query.handleError = (error, connection) => {
      // The server has skipped the statement, so that it is not parsed.
      if (left > 0 && name !== undefined && !isParsed) {
        delete (connection as unknown as DriverConnection).submittedNamedStatements[name];
      }
      Reflect.apply(handleError, this, [error, connection]);
    };
  }
}
