import type pg from 'pg';

const monthsBack = 5;

/**
 * Creates the monthly partitions around now for every partitioned table. A running worker creates those of later
 * months.
 */
export async function createPartitions(client: pg.Client, now: Date): Promise<void> {
  await client.query('select make_months($1, $2)', [now, monthsBack]);
}
