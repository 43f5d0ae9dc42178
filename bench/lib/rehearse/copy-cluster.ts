import { chown, copyFile, mkdir, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOfError } from '@app/shared/base/thrown.ts';
import { postgresUser, type SystemUser } from '../../../scripts/postgres/system-user.ts';

/**
 * Folders that are copied empty, because their contents belong to the running server. The WAL comes from the WAL
 * archive.
 */
const emptied = new Set([
  'pg_wal',
  'pg_replslot',
  'pg_dynshmem',
  'pg_notify',
  'pg_serial',
  'pg_snapshots',
  'pg_subtrans',
]);
const skipped = new Set(['postmaster.pid', 'postmaster.opts', 'pg_internal.init', 'server.key']);

/**
 * Copies the files of a cluster. The cluster may be running between `pg_backup_start` and `pg_backup_stop`. Resolves to
 * the number of bytes.
 */
export async function copyCluster(from: string, to: string): Promise<number> {
  return copyFolder({ from, to, user: await postgresUser() });
}

interface FolderCopy {
  readonly from: string;
  readonly to: string;
  readonly user: SystemUser | null;
}

async function copyFolder({ from, to, user }: FolderCopy): Promise<number> {
  await mkdir(to, { mode: 0o700 });
  await giveTo(user, to);
  let bytes = 0;
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (skipped.has(entry.name)) continue;
    if (!entry.isDirectory()) bytes += await copyOne(source, { target, user });
    else if (!emptied.has(entry.name)) bytes += await copyFolder({ from: source, to: target, user });
    else {
      await mkdir(target, { mode: 0o700 });
      await giveTo(user, target);
    }
  }
  return bytes;
}

/**
 * Copies one file. A file that the server has just removed is skipped, because replaying the WAL removes it as well.
 */
async function copyOne(source: string, { target, user }: { target: string; user: SystemUser | null }): Promise<number> {
  try {
    await copyFile(source, target);
  } catch (error) {
    if (codeOfError(error) === 'ENOENT') return 0;
    throw error;
  }
  await giveTo(user, target);
  return (await stat(target)).size;
}

export async function giveTo(user: SystemUser | null, path: string): Promise<void> {
  if (user) await chown(path, user.uid, user.gid);
}
