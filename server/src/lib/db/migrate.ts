import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { backoffMs } from '../backoff.ts';
import { systemClock, type Clock } from '../clock.ts';
import { grantAccess } from './access.ts';
import { keepAlive, migrationLimits } from './limits.ts';
import { systemRandom } from '../random.ts';
import { createPartitions } from './partitions.ts';
import { DatabaseUnavailable } from './unavailable.ts';

const folder = join(import.meta.dirname, '../../../migrations');
/** Any number will do, as long as every process that migrates takes the same. */
const advisoryLock = 7_267_001;

export interface MigrateOptions {
  readonly ownerUrl: string;
  /** Names of the database roles of the API and of the worker. They get rights, never ownership. */
  readonly apiRole: string;
  readonly workerRole: string;
  /** The instant around which monthly partitions are made; the present by default. */
  readonly now?: Date;
  readonly clock?: Clock;
}

/** Applies the files that are missing, one transaction for each, in one process at a time. */
export async function migrate(options: MigrateOptions): Promise<void> {
  const { ownerUrl, apiRole, workerRole, clock = systemClock, now = clock.now() } = options;
  const { connectMs, lockMs } = migrationLimits;
  const client = new pg.Client({ connectionString: ownerUrl, connectionTimeoutMillis: connectMs, ...keepAlive });
  // A lost connection fails the statement under way; an event that nobody hears would end the process before it.
  client.on('error', () => undefined);
  await client.connect().catch((cause: unknown) => {
    throw new DatabaseUnavailable(cause);
  });
  try {
    // Waits for the migration of another process, however long that takes.
    await client.query('select pg_advisory_lock($1)', [advisoryLock]);
    await client.query(`set lock_timeout = ${lockMs}`);
    const transact = (step: () => Promise<void>) => inTransaction({ client, clock }, step);
    await applyFiles(client, transact);
    await transact(() => createPartitions(client, now));
    await transact(() => grantAccess(client, { apiRole, workerRole }));
  } finally {
    await client.end();
  }
}

type Transact = (step: () => Promise<void>) => Promise<void>;

const backoff = { firstMs: 1_000, longestMs: 10_000 };
const mostTries = 8;
/** A lock that was not to be had in time, and a deadlock that the database has broken at our expense. */
const overtaken = new Set<unknown>(['55P03', '40P01']);

/** When the product holds a lock that the step needs, it goes first, and the step is tried again from its start. */
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
      // A connection that is lost cannot roll back, and the first error is the one that matters.
      await client.query('rollback').catch(() => undefined);
      const isOvertaken = error instanceof pg.DatabaseError && overtaken.has(error.code);
      if (!isOvertaken || tries === mostTries) throw error;
    }
    await clock.pause(backoffMs(backoff, tries - 1, systemRandom));
  }
}

async function applyFiles(client: pg.Client, transact: Transact): Promise<void> {
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
      await client.query(text);
      await client.query('insert into migrations (name) values ($1)', [name]);
    }).catch((cause: unknown) => {
      throw new Error(`Migration ${name} failed`, { cause });
    });
  }
}
