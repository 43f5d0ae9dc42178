import type pg from 'pg';
import { openQuietPool } from './quiet-pool.ts';

/** The peer: one table read with `for update skip locked`, without retries, priorities or other queue features. */
export async function openRawQueue(url: string): Promise<{
  send(count: number): Promise<void>;
  /** Takes all jobs with a number of concurrent takers; returns the number of jobs. */
  drain(takers: number, batchSize: number): Promise<number>;
  close(): Promise<void>;
}> {
  const pool = openQuietPool(url, 8);
  await pool.query('create schema if not exists bench');
  await pool.query(
    'create table if not exists bench.jobs (id bigint generated always as identity primary key, data jsonb)',
  );
  return {
    send: async (count) =>
      void (await pool.query(
        `insert into bench.jobs (data) select jsonb_build_object('n', n) from generate_series(1, $1::int) as n`,
        [count],
      )),
    async drain(takers, batchSize) {
      const taken = await Promise.all(Array.from({ length: takers }, () => take(pool, batchSize)));
      return taken.reduce((total, count) => total + count, 0);
    },
    close: () => pool.end(),
  };
}

async function take(pool: pg.Pool, batchSize: number): Promise<number> {
  for (let total = 0; ;) {
    const { rowCount } = await pool.query(
      `delete from bench.jobs
        where id in (select j.id from bench.jobs j order by j.id for update skip locked limit $1)`,
      [batchSize],
    );
    if (!rowCount) return total;
    total += rowCount;
  }
}
