import { sql, type RawBuilder } from 'kysely';

/**
 * A time as a part of the text. Citus first selects the rows of an insert and then writes them by another statement, in
 * whose `on conflict` it does not know the types of parameters.
 */
export const literalTime = (at: Date): RawBuilder<unknown> => sql.raw(`'${at.toISOString()}'::timestamptz`);
