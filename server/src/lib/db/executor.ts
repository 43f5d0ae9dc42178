import type { Kysely } from 'kysely';

/** A connection inside a transaction, or a pool for single global statements. SQL goes through Kysely's `sql` tag. */
export type Executor = Kysely<unknown>;
/** A transaction of one tenant: row-level security lets it see that tenant alone. */
export type Tx = Executor & { readonly __tenant?: string };
