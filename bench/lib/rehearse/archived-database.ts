import { mkdtemp, readdir, rm, writeFile, appendFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Client } from 'pg';
import { startPostgres, type Postgres } from '../../../scripts/postgres/start-postgres.ts';
import { postgresUser } from '../../../scripts/postgres/system-user.ts';
import { waitUntil } from '../../../scripts/processes/wait-until.ts';
import { copyCluster, giveTo } from './copy-cluster.ts';

/** A folder in which the PostgreSQL server archives the WAL of its cluster. */
export interface WalArchive {
  readonly folder: string;
  countFiles(): Promise<number>;
  remove(): Promise<void>;
}

/**
 * Creates the folder outside of the data folder, because PostgreSQL's user must not be able to read the data folder.
 */
export async function createArchive(): Promise<WalArchive> {
  const folder = await mkdtemp(join(tmpdir(), 'watchpost-wal-'));
  await giveTo(await postgresUser(), folder);
  return {
    folder,
    countFiles: async () => (await readdir(folder)).length,
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

/**
 * Switches the archiving of WAL on, from the server's next start. Commit timestamps then tell which rows were committed
 * before an instant.
 */
export async function archiveWal(client: Client, { folder }: WalArchive): Promise<void> {
  const command = `test ! -f "${folder}/%f" && cp %p "${folder}/%f.new" && mv "${folder}/%f.new" "${folder}/%f"`;
  await client.query('alter system set archive_mode = on');
  await client.query(`alter system set archive_command = ${client.escapeLiteral(command)}`);
  await client.query('alter system set track_commit_timestamp = on');
}

/**
 * Takes a base backup of a running cluster with the server's SQL functions, because the embedded programs lack
 * `pg_basebackup`. Resolves to its size in bytes.
 */
export async function takeBaseBackup(client: Client, { from, to }: { from: string; to: string }): Promise<number> {
  // Both functions of the backup must be called on the same connection.
  await client.query("select pg_backup_start('rehearsal', fast => true)");
  const bytes = await copyCluster(from, to);
  const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop()');
  await writeFile(join(to, 'backup_label'), rows[0]?.labelfile ?? '');
  return bytes;
}

/** Archives all WAL that was written so far, including the last segment, which is not full. */
export async function finishArchive(client: Client): Promise<void> {
  const { rows } = await client.query<{ file: string }>('select pg_walfile_name(pg_switch_wal()) as file');
  const last = rows[0]?.file ?? '';
  await waitUntil(`${last} is archived`, 30_000, async () => {
    const archived = await client.query('select 1 from pg_stat_archiver where last_archived_wal >= $1', [last]);
    return archived.rowCount === 1;
  });
}

interface Restoring {
  readonly backup: string;
  readonly archive: WalArchive;
  /** The folder in which the restored cluster is created. */
  readonly folder: string;
  readonly at: Date;
}

/** Prepares a second cluster that recovers to the instant at its start. */
export async function prepareRestore({ backup, archive, folder, at }: Restoring): Promise<void> {
  await copyCluster(backup, folder);
  const user = await postgresUser();
  await appendFile(
    join(folder, 'postgresql.auto.conf'),
    [
      "archive_mode = 'off'",
      `restore_command = 'cp "${archive.folder}/%f" %p'`,
      `recovery_target_time = '${at.toISOString().replace('Z', '+00')}'`,
      "recovery_target_action = 'promote'\n",
    ].join('\n'),
  );
  await writeFile(join(folder, 'recovery.signal'), '');
  await giveTo(user, join(folder, 'recovery.signal'));
}

/** Starts a cluster and resolves when it accepts writes. A restored cluster accepts them after its recovery. */
export const startCluster = (folder: string, password: string): Promise<Postgres> =>
  startPostgres({ folder, password, version: '18', durable: true });
