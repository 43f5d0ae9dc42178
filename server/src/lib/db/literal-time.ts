import { sql, type RawBuilder } from 'kysely';

/**
 * Returns the time as a literal in the text of the statement. Citus runs an insert with a `select` as two statements,
 * and does not know the types of parameters in the `on conflict` of the second one.
 */
export const literalTime = (at: Date): RawBuilder<unknown> => sql.raw(`'${at.toISOString()}'::timestamptz`);
