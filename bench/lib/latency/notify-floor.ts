import { withClient } from '../../../scripts/postgres/database.ts';

const channel = 'bench_floor';

/** Measures the lower limit of the latency: insert, commit, and the notification of a plain LISTEN client. */
export async function measureFloor(url: string, times: number): Promise<readonly number[]> {
  return withClient(url, (listener) =>
    withClient(url, async (writer) => {
      await writer.query('create temporary table floor (n int)');
      await listener.query(`listen ${channel}`);
      const elapsedMs: number[] = [];
      for (let n = 0; n < times; n += 1) {
        const heard = new Promise<void>((resolve) => listener.once('notification', () => resolve()));
        const begun = performance.now();
        await writer.query('begin');
        await writer.query('insert into floor values ($1)', [n]);
        await writer.query(`select pg_notify('${channel}', '')`);
        await writer.query('commit');
        await heard;
        elapsedMs.push(performance.now() - begun);
      }
      return elapsedMs;
    }),
  );
}
