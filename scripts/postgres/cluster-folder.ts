import { existsSync } from 'node:fs';
import { mkdir, readFile, readdir, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { isProcessAlive, processCommand } from '../processes/processes.ts';
import { waitUntil } from '../processes/wait-until.ts';
import type { PostgresOptions } from './start-postgres.ts';

const STOP_WITHIN_MS = 10_000;

/** Throws an error with a one-line message if the folder is no cluster and cannot become one. */
export async function refuseUnusableFolder({ folder, version }: PostgresOptions): Promise<void> {
  await mkdir(dirname(folder), { recursive: true });
  if (!existsSync(folder)) {
    return;
  }
  const entries = await readdir(folder);
  const found = await readFile(`${folder}/PG_VERSION`, 'utf8').catch(() => '');
  if (entries.length > 0 && found === '') {
    throw new Error(`${folder} is not a database (PG_VERSION is missing)`);
  }
  if (found !== '' && found.trim() !== version) {
    throw new Error(`${folder} was created by PostgreSQL ${found.trim()}, and this is ${version}`);
  }
  if (entries.length === 0) {
    await rm(folder, { recursive: true });
  }
}

/** Ends a server that has outlived its killed keeper process, and removes the pid file of a server that has ended. */
export async function clearLeftovers(folder: string): Promise<void> {
  const pidFile = `${folder}/postmaster.pid`;
  const pid = Number((await readFile(pidFile, 'utf8').catch(() => '')).split('\n')[0]);
  if (!(pid > 0)) {
    return;
  }
  if (!(await processCommand(pid)).includes(folder)) {
    await rm(pidFile, { force: true });
    return;
  }
  process.kill(pid, 'SIGINT');
  await waitUntil(
    `a PostgreSQL of an earlier start (process ${pid}) ends`,
    STOP_WITHIN_MS,
    async () => !isProcessAlive(pid),
  );
}
