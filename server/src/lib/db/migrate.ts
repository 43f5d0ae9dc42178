import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { systemClock } from '../clock.ts';
import { grantAccess } from './access.ts';
import { createPartitions } from './partitions.ts';

const folder = join(import.meta.dirname, '../../../migrations');
/** Any number will do, as long as every process that migrates takes the same. */
const advisoryLock = 7_267_001;

export interface MigrateOptions {
  readonly ownerUrl: string;
  /** Names of the database roles of the API and of the worker. They get rights, never ownership. */
  readonly apiRole: string;
  readonly workerRole: string;
  /** Monthly partitions are made around this instant; the present by default. */
  readonly now?: Date;
}

/** Applies what is missing, one transaction per file, alone even when many processes start at once. */
export async function migrate({
  ownerUrl,
  apiRole,
  workerRole,
  now = systemClock.now(),
}: MigrateOptions): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [advisoryLock]);
    await applyFiles(client);
    await createPartitions(client, now);
    await grantAccess(client, { apiRole, workerRole });
  } finally {
    await client.end();
  }
}

async function applyFiles(client: pg.Client): Promise<void> {
  await client.query(
    'create table if not exists migrations (name text primary key, applied_at timestamptz not null default now())',
  );
  const { rows } = await client.query<{ name: string }>('select m.name from migrations m');
  const applied = new Set(rows.map((row) => row.name));
  const files = (await readdir(folder)).filter((name) => name.endsWith('.sql')).toSorted();
  for (const name of files) {
    if (applied.has(name)) continue;
    await applyFile(client, name);
  }
}

async function applyFile(client: pg.Client, name: string): Promise<void> {
  const text = await readFile(join(folder, name), 'utf8');
  await client.query('begin');
  try {
    await client.query(text);
    await client.query('insert into migrations (name) values ($1)', [name]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw new Error(`Migration ${name} failed`, { cause: error });
  }
}
