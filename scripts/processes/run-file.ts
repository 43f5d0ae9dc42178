import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { processCommand } from './processes.ts';

const runShape = z.object({
  /** The keeper process of PostgreSQL. */
  postgresPid: z.int(),
  postgresPort: z.int(),
  /** Environment variables with which another process of the product can join the running ones. */
  environment: z.record(z.string(), z.string()),
});
type Run = z.infer<typeof runShape>;

const fileOf = (dataFolder: string): string => join(dataFolder, 'run.json');

/** Returns the run that keeps the database of this data folder, or `null` if its process is no longer alive. */
export async function findRun(dataFolder: string): Promise<Run | null> {
  const run = readRun(dataFolder);
  if (run === null || !(await processCommand(run.postgresPid)).includes('postgres-process')) {
    return null;
  }
  return run;
}

export function writeRun(dataFolder: string, run: Run): void {
  writeFileSync(fileOf(dataFolder), JSON.stringify(run, null, 2), { mode: 0o600 });
}

export function forgetRun(dataFolder: string): void {
  rmSync(fileOf(dataFolder), { force: true });
}

function readRun(dataFolder: string): Run | null {
  try {
    return runShape.parse(JSON.parse(readFileSync(fileOf(dataFolder), 'utf8')));
  } catch {
    return null;
  }
}
