import { request } from 'node:http';
import pg from 'pg';
import { startChild } from '../../../scripts/processes/children.ts';
import { send } from '../requests.ts';

export interface Floor {
  readonly pid: number;
  /** Durations of the polls. */
  readonly pollMs: number[];
  /** The times from an insert until the event about it is received. */
  readonly eventMs: number[];
  /** Measures one poll and one event. */
  measure(): Promise<void>;
  close(): Promise<void>;
}

export async function openFloor(databaseUrl: string, cookie: string): Promise<Floor> {
  const child = await startChild({
    name: 'floor',
    script: 'bench/lib/load/floor-server.ts',
    environment: { ...process.env, FLOOR_DATABASE_URL: databaseUrl },
  });
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query('create table bench_floor (n int)');
  let hear: (() => void) | null = null;
  const stream = request(`${child.url}/events`, (response) => {
    response.setEncoding('utf8').on('data', (chunk: string) => {
      if (chunk.includes('event: world')) hear?.();
    });
    response.on('error', () => undefined);
  });
  stream.on('error', () => undefined).end();
  const pollMs: number[] = [];
  const eventMs: number[] = [];
  return {
    pid: child.pid,
    pollMs,
    eventMs,
    async measure() {
      const begun = performance.now();
      const { status } = await send({ url: `${child.url}/poll`, headers: { cookie } });
      if (status !== 304) throw new Error(`The floor answered ${status}`);
      pollMs.push(performance.now() - begun);
      const { promise, resolve } = Promise.withResolvers<void>();
      hear = resolve;
      const inserted = performance.now();
      await client.query(`with new as (insert into bench_floor values ($1)) select pg_notify('bench_floor', '')`, [1]);
      await promise;
      eventMs.push(performance.now() - inserted);
    },
    async close() {
      stream.destroy();
      await client.end();
      await child.stop();
    },
  };
}
