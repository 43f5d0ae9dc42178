import { Client } from 'pg';
import { afterAll } from 'vitest';
import { globalTables } from '../../src/lib/db/access.ts';
import type { TestDatabase } from './nodes.ts';

/** Lists the tables without partitions, which are read through their parent. */
export async function listTables(client: Client): Promise<readonly string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select c.relname as name
       from pg_class c
      where c.relnamespace = 'public'::regnamespace
        and c.relkind in ('r', 'p')
        and not c.relispartition
      order by c.relname`,
  );
  return rows.map(({ name }) => name);
}

/** The table that counts every call of a program, also a refused one. */
const counters = 'token_calls';

/** One checksum per table. Equal checksums mean that the table has not changed at all. */
export type Checksums = Readonly<Record<string, string>>;

export async function tableChecksums(client: Client): Promise<Checksums> {
  const tables = (await listTables(client)).filter((name) => name !== counters);
  const parts = tables.map(
    (name) =>
      `select '${name}' as name, md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as sum from ${name} t`,
  );
  // A named statement, because planning takes longer than running it and each connection plans it once.
  const { rows } = await client.query<{ name: string; sum: string }>({
    name: 'checksums',
    text: parts.join(' union all '),
  });
  return Object.fromEntries(rows.map(({ name, sum }) => [name, sum]));
}

/** One checksum of the tenant's rows for each table that belongs to tenants. */
export async function rowChecksums(client: Client, tenantId: string): Promise<Checksums> {
  const tables = (await listTables(client)).filter(
    (name) => name !== counters && !globalTables.some((global) => global === name),
  );
  const parts = tables.map(
    (name) =>
      `select '${name}' as name, md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as sum
         from ${name} t where t.tenant_id = $1`,
  );
  const { rows } = await client.query<{ name: string; sum: string }>(parts.join(' union all '), [tenantId]);
  return Object.fromEntries(rows.map(({ name, sum }) => [name, sum]));
}

/** Returns a function that computes the checksums of the file's database through one connection. */
export function checksumsOf(database: TestDatabase): () => Promise<Checksums> {
  let opened: Promise<Client> | null = null;
  afterAll(async () => (await opened)?.end());
  return async () => tableChecksums(await (opened ??= connect(database.superuserUrl)));
}

async function connect(url: string): Promise<Client> {
  const client = new Client({ connectionString: url });
  await client.connect();
  // The tables have a few rows each, and starting a parallel worker takes longer than reading them.
  await client.query('set max_parallel_workers_per_gather = 0');
  return client;
}
