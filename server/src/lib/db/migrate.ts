import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { backoffMs } from '../backoff.ts';
import { systemClock, type Clock } from '../clock.ts';
import { grantAccess } from './access.ts';
import { distributeTables, isCluster } from './distribute.ts';
import { keepAlive, migrationLimits } from './limits.ts';
import { systemRandom } from '../random.ts';
import { createPartitions } from './partitions.ts';
import { statementsOf } from './statements.ts';
import { DatabaseUnavailable } from './unavailable.ts';

const folder = join(import.meta.dirname, '../../../migrations');
/** An arbitrary number that every migrating process uses. */
const advisoryLock = 7_267_001;

export interface MigrateOptions {
  readonly ownerUrl: string;
  /** Names of the database roles of the API and of the worker. They get rights, never ownership. */
  readonly apiRole: string;
  readonly workerRole: string;
  /** Monthly partitions are created around this instant, which is the present by default. */
  readonly now?: Date;
  readonly clock?: Clock;
}

/** Applies the missing migration files, one transaction per file. An advisory lock admits one process at a time. */
export async function migrate(options: MigrateOptions): Promise<void> {
  const { ownerUrl, apiRole, workerRole, clock = systemClock, now = clock.now() } = options;
  const { connectMs, lockMs } = migrationLimits;
  const client = new pg.Client({ connectionString: ownerUrl, connectionTimeoutMillis: connectMs, ...keepAlive });
  // A lost connection already fails the statement under way, but an `error` event without a listener would end the
  // process first.
  client.on('error', () => undefined);
  await client.connect().catch((cause: unknown) => {
    throw new DatabaseUnavailable(cause);
  });
  try {
    // Waits for the migration of another process, however long that takes.
    await client.query('select pg_advisory_lock($1)', [advisoryLock]);
    await client.query(`set lock_timeout = ${lockMs}`);
    await refuseUnprepared(client, [apiRole, workerRole]);
    const transact = (step: () => Promise<void>) => inTransaction({ client, clock }, step);
    const isDistributed = await isCluster(client);
    // A transaction that has changed the shards of several tables in parallel cannot change a table of which all nodes
    // have a copy.
    if (isDistributed) await client.query("set citus.multi_shard_modify_mode = 'sequential'");
    await applyFiles(client, transact);
    if (isDistributed) await transact(() => distributeTables(client));
    await transact(() => createPartitions(client, now));
    await transact(() => grantAccess(client, { apiRole, workerRole, isForced: !isDistributed }));
  } finally {
    await client.end();
  }
}

/** The database lacks something that its superuser has to do before the first migration. */
export class UnpreparedDatabase extends Error {}

async function refuseUnprepared(client: pg.Client, names: readonly string[]): Promise<void> {
  const { rows: missing } = await client.query<{ name: string }>(
    'select name from unnest($1::text[]) as n (name) where not exists (select from pg_roles where rolname = name)',
    [names],
  );
  if (missing[0]) throw new UnpreparedDatabase(`The database has no role “${missing[0].name}”`);
  const { rows } = await client.query<{ name: string; isAdmitted: boolean }>(
    `select current_user as name, has_schema_privilege('public', 'create') as "isAdmitted"`,
  );
  if (rows[0]?.isAdmitted === false)
    throw new UnpreparedDatabase(`The role “${rows[0].name}” may not make tables in this database`);
}

type TransactionRunner = (step: () => Promise<void>) => Promise<void>;

const backoff = { firstMs: 1_000, longestMs: 10_000 };
const mostTries = 20;
/** The server's codes for a lock timeout and for a deadlock that it resolved by cancelling this transaction. */
const lockConflictCodes = new Set<unknown>(['55P03', '40P01']);

/**
 * Retries a step from its start when a running process holds a lock that the step needs, so that the process finishes
 * first.
 */
async function inTransaction(
  { client, clock }: { readonly client: pg.Client; readonly clock: Clock },
  step: () => Promise<void>,
): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      await client.query('begin');
      await step();
      await client.query('commit');
      return;
    } catch (error) {
      // A lost connection cannot roll back. The first error is the one to report.
      await client.query('rollback').catch(() => undefined);
      const isLockConflict = error instanceof pg.DatabaseError && lockConflictCodes.has(error.code);
      if (!isLockConflict || tries === mostTries) throw error;
    }
    await clock.pause(backoffMs(backoff, tries - 1, systemRandom));
  }
}

async function applyFiles(client: pg.Client, transact: TransactionRunner): Promise<void> {
  await client.query(
    'create table if not exists migrations (name text primary key, applied_at timestamptz not null default now())',
  );
  const { rows } = await client.query<{ name: string }>('select m.name from migrations m');
  const applied = new Set(rows.map((row) => row.name));
  const files = (await readdir(folder)).filter((name) => name.endsWith('.sql')).toSorted();
  for (const name of files) {
    if (applied.has(name)) continue;
    const text = await readFile(join(folder, name), 'utf8');
    await transact(async () => {
      for (const statement of statementsOf(text)) await client.query(statement);
      await client.query('insert into migrations (name) values ($1)', [name]);
    }).catch((cause: unknown) => {
      throw new Error(`Migration ${name} failed`, { cause });
    });
  }
}
