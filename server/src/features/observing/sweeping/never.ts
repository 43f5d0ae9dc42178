import { sql } from 'kysely';

/**
 * The due time of work that is put aside, later than every other due time. `infinity` is not used, because a JavaScript
 * `Date` cannot represent it.
 */
export const never = sql`timestamptz '9999-12-31 00:00Z'`;
