import type pg from 'pg';

const monthsBack = 5;

/** Makes the monthly partitions around now for every partitioned table; those ahead are also made while the worker runs. */
export async function createPartitions(client: pg.Client, now: Date): Promise<void> {
  await client.query('select make_months($1, $2)', [now, monthsBack]);
}
