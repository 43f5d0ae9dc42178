import type pg from 'pg';
import { AbandonableClient } from './abandonable-client.ts';

const mark = '/* prepared */';

/** Returns the statement with the mark that makes `PreparingClient` prepare it. */
export const prepared = (text: string): string => `${mark} ${text}`;

const names = new Map<string, string>();

/** Returns the name of the prepared statement, which is the same on every connection of the process. */
function nameOf(text: string): string {
  const name = names.get(text) ?? `s${names.size}`;
  names.set(text, name);
  return name;
}

const isPrepared = (text: unknown): text is string => typeof text === 'string' && text.trimStart().startsWith(mark);

/** Returns the query as the driver takes it, with a name if it is marked. */
export const preparedQuery = (text: string, values: unknown[]): pg.QueryConfig<unknown[]> => ({
  text,
  values,
  ...(isPrepared(text) && { name: nameOf(text) }),
});

/**
 * A connection that prepares statements that begin with the mark, so that the server keeps their parsed form and plan.
 * The mark is for frequent statements that take longer to plan than to run, whose text never varies and for which one
 * plan suits all values. It does not suit a statement with a long list that one plan scans for each row and another
 * plan looks up in an index.
 */
export class PreparingClient extends AbandonableClient {
  // Kysely calls `query` in one of the forms that the driver declares.
  override query(...args: unknown[]): never {
    const [text, values, ...others] = args;
    const query = isPrepared(text) ? [{ name: nameOf(text), text, values }, ...others] : args;
    return Reflect.apply(super.query, this, query) as never;
  }
}
