import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Client } from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { withClient } from '../scripts/postgres/database.ts';
import { postgresUrl, startPostgres, type Postgres } from '../scripts/postgres/start-postgres.ts';
import {
  archiveWal,
  createArchive,
  finishArchive,
  prepareRestore,
  takeBaseBackup,
} from './lib/rehearse/archived-database.ts';
import { compareAt } from './lib/rehearse/compare-at.ts';

const password = 'of-a-rehearsal';

test('a cluster is restored to an instant between two commits, and the comparison finds what is lost or came later', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'watchpost-restore-'));
  const archive = await createArchive();
  onTestFinished(async () => {
    await archive.remove();
    await rm(folder, { recursive: true, force: true });
  });
  const [first, second, backup] = ['first', 'second', 'backup'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  await inCluster(first, (client) => archiveWal(client, archive));
  await inCluster(first, async (original) => {
    await original.query('create table flips (flip_id int)');
    await original.query('insert into flips values (1)');
    await takeBaseBackup(original, { from: first, to: backup });
    await original.query('insert into flips values (2)');
    const at = await nextMillisecond(original);
    await original.query('select pg_sleep(0.1)');
    await original.query('insert into flips values (3)');
    await finishArchive(original);
    await prepareRestore({ backup, archive, folder: second, at });

    await inCluster(second, async (restored) => {
      const { rows } = await restored.query('select flip_id from flips order by flip_id');
      expect(rows).toEqual([{ flip_id: 1 }, { flip_id: 2 }]);
      expect(await compareAt({ original, restored, at })).toEqual({ tables: 1, rows: 2, lost: [], late: [] });

      await restored.query('update flips set flip_id = flip_id + 2');

      const found = await compareAt({ original, restored, at });
      expect(found).toEqual({ tables: 1, rows: 2, lost: ['flips (1)'], late: ['flips (3)'] });
    });
  });
});

/** Returns an instant in whole milliseconds that is after all transactions so far and before all later ones. */
async function nextMillisecond(client: Client): Promise<Date> {
  const { rows } = await client.query<{ now: Date }>("select clock_timestamp() + interval '1 millisecond' as now");
  return rows[0]?.now ?? new Date(Number.NaN);
}

async function inCluster(folder: string, use: (client: Client) => Promise<unknown>): Promise<void> {
  const server: Postgres = await startPostgres({ folder, password, version: '18', durable: false });
  try {
    const url = postgresUrl({ user: 'postgres', password, port: server.port, database: 'postgres' });
    await withClient(url, async (client) => void (await use(client)));
  } finally {
    await server.stop();
  }
}
