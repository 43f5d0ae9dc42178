import type { Client } from 'pg';

/** Tables as a query sees them: partitions are looked at through their parent. */
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

/** One checksum for each table: equal before and after means that not a bit of it changed. */
export async function tableChecksums(client: Client): Promise<Readonly<Record<string, string>>> {
  const tables = await listTables(client);
  const parts = tables.map(
    (name) =>
      `select '${name}' as name, md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as sum from ${name} t`,
  );
  const { rows } = await client.query<{ name: string; sum: string }>(parts.join(' union all '));
  return Object.fromEntries(rows.map(({ name, sum }) => [name, sum]));
}
