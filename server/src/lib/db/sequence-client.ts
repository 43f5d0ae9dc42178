import pg from 'pg';
import { PreparingClient } from './preparing-client.ts';

export const sequenceMark = '/* sequence */';
export const separator = ';\n';

/** Makes one text of statements that travel in one round trip. A `SequenceClient` takes it apart. */
export const sequenceOf = (statements: readonly string[]): string => sequenceMark + statements.join(separator);

/**
 * A connection that sends a sequence as one message per statement and waits once. Citus repeats each `set local` on the
 * data nodes with the text of its whole message, so that a `begin` in the same message is executed there twice.
 */
export class SequenceClient extends PreparingClient {
  override query(...args: unknown[]): never {
    const [text] = args;
    if (typeof text !== 'string' || !text.startsWith(sequenceMark)) return Reflect.apply(super.query, this, args);
    const statements = text.slice(sequenceMark.length).split(separator);
    const answer = new Promise((resolve, reject) => {
      const settle = (error: unknown, results: unknown): void => (error ? reject(error) : resolve(results));
      Reflect.apply(super.query, this, [new SequenceQuery(statements, settle)]);
    });
    return answer.then((results) => (Array.isArray(results) ? results.at(-1) : results)) as never;
  }
}

class SequenceQuery extends pg.Query {
  override submit: (connection: pg.Connection) => void;

  constructor(statements: readonly string[], settle: (error: unknown, results: unknown) => void) {
    super(statements.join(separator), settle);
    this.submit = (connection) => {
      connection.stream.cork();
      sendEach(connection, statements);
      connection.sync();
      connection.stream.uncork();
    };
  }
}

/** Sends the statements without the message that asks the server to answer. After an error the server skips the others. */
export function sendEach(connection: pg.Connection, statements: readonly string[]): void {
  for (const text of statements) {
    connection.parse({ text, name: '', types: [] }, true);
    connection.bind({}, true);
    connection.execute({}, true);
  }
}
