import type pg from 'pg';

const monthsBack = 5;
/** Migrating happens at every start, so that a year ahead is never reached; the default partition is the net below. */
const monthsAhead = 13;

/** Makes the monthly partitions around now for every partitioned table. */
export async function createPartitions(client: pg.Client, now: Date): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select c.relname as name
       from pg_partitioned_table p
       join pg_class c on c.oid = p.partrelid
      where c.relnamespace = 'public'::regnamespace`,
  );
  for (const { name } of rows) {
    const statements = [`create table if not exists ${name}_other partition of ${name} default`];
    for (let month = -monthsBack; month <= monthsAhead; month += 1) statements.push(monthPartition(name, now, month));
    await client.query(statements.join(';\n'));
  }
}

function monthPartition(table: string, now: Date, offset: number): string {
  const from = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + offset, 1));
  const to = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + offset + 1, 1));
  const suffix = from.toISOString().slice(0, 7).replace('-', '_');
  return `create table if not exists ${table}_${suffix} partition of ${table}
    for values from ('${from.toISOString()}') to ('${to.toISOString()}')`;
}
