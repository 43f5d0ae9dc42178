import { spawn } from 'node:child_process';
import { findRun } from '../processes/run-file.ts';
import { inRoot } from '../root.ts';
import { Refusal } from '../say.ts';
import { memoryOptions, memoryVariables } from './memory.ts';

/**
 * Runs one role of the product, or a command, with the database that the environment names, or with that of the running
 * start in this data folder.
 */
export async function runRole(dataFolder: string, role: readonly string[]): Promise<void> {
  const environment = await roleEnvironment(dataFolder, role[0]);
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

async function roleEnvironment(dataFolder: string, role = ''): Promise<Readonly<Record<string, string>>> {
  // A command needs DATABASE_WORKER_URL only. The process itself refuses to run without an address that it needs.
  const variables = ['DATABASE_URL', 'DATABASE_WORKER_URL', 'DATABASE_MIGRATE_URL'];
  if (variables.some((name) => process.env[name])) {
    return {};
  }
  const run = await findRun(dataFolder);
  if (run === null) {
    const variable = role === 'admin' ? 'DATABASE_WORKER_URL' : 'DATABASE_URL';
    throw new Refusal(`No database: nothing runs on ${dataFolder} (npm start does), and ${variable} is not set.`);
  }
  return run.environment;
}
