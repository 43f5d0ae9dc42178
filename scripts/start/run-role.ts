import { spawn } from 'node:child_process';
import { findRun } from '../processes/run-file.ts';
import { inRoot } from '../root.ts';
import { Refusal } from '../say.ts';
import { memoryOptions, memoryVariables } from './memory.ts';

/** Runs one role of the product with DATABASE_URL, or with the database of the running start in this data folder. */
export async function runRole(dataFolder: string, role: readonly string[]): Promise<void> {
  const environment = await roleEnvironment(dataFolder);
  const child = spawn(process.execPath, [...memoryOptions, inRoot('server/src/main.ts'), ...role], {
    cwd: inRoot(),
    env: { ...memoryVariables, ...environment, ...process.env },
    stdio: 'inherit',
  });
  // Ctrl-C also reaches the role's process. This process ignores the signal and waits until the role ends.
  process.on('SIGINT', () => undefined);
  for (const signal of ['SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => child.kill(signal));
  }
  process.on('disconnect', () => child.kill('SIGTERM'));
  process.exitCode = await new Promise<number>((resolve) => child.once('exit', (code) => resolve(code ?? 1)));
  if (process.connected) {
    process.disconnect();
  }
}

async function roleEnvironment(dataFolder: string): Promise<Readonly<Record<string, string>>> {
  if (process.env['DATABASE_URL']) {
    return {};
  }
  const run = await findRun(dataFolder);
  if (run === null) {
    throw new Refusal(`No database: nothing runs on ${dataFolder} (npm start does), and DATABASE_URL is not set.`);
  }
  return run.environment;
}
