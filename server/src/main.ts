import { flushCompileCache } from 'node:module';
import type { Logger } from 'pino';
import { messageOfError } from '@app/shared/base/thrown.ts';
import { readCommandConfig, readConfig, type Config, type Environment } from './config.ts';
import { DatabaseUnavailable } from './lib/db/unavailable.ts';
import { createLog } from './lib/log.ts';
import { loadAfterCatchingUp } from './lib/on-demand.ts';
import { parseEncryptionKeys } from './lib/secrets.ts';
import { Refusal } from './refusal.ts';
import type { RunningProcess } from './run-api.ts';

type ProcessStarter = (config: Config, log: Logger) => Promise<readonly RunningProcess[]>;

const preparation =
  'Look at DATABASE_URL, DATABASE_WORKER_URL and DATABASE_MIGRATE_URL, and at “Install” in docs/operating.md.';

/**
 * Each role loads only its own modules: the API and the worker together load 1,800, the worker 1,400, a migration 60.
 */
const roles: Readonly<Record<string, ProcessStarter>> = {
  '': async (config, log) => [await startApi(config, log), await startWorker(config, log)],
  api: async (config, log) => [await startApi(config, log)],
  worker: async (config, log) => [await startWorker(config, log)],
  migrate: async (config) => {
    const { migrate, UnpreparedDatabase } = await import('./lib/db/migrate.ts');
    if (!config.databaseMigrateUrl) throw new Refusal('DATABASE_MIGRATE_URL must be set: the owner of the tables.');
    await migrate({
      ownerUrl: config.databaseMigrateUrl,
      apiRole: new URL(config.databaseUrl).username,
      workerRole: new URL(config.databaseWorkerUrl).username,
    }).catch((error: unknown) => {
      if (error instanceof UnpreparedDatabase) throw new Refusal(`${error.message}. ${preparation}`, { cause: error });
      return refuseWithoutAnswer(error);
    });
    return [];
  },
};

async function startApi(config: Config, log: Logger): Promise<RunningProcess> {
  const { runApi } = await import('./run-api.ts');
  return runApi(config, log);
}

async function startWorker(config: Config, log: Logger): Promise<RunningProcess> {
  const { runWorker } = await import('./run-worker.ts');
  return runWorker(config, log);
}

await main(process.argv[2] ?? '');

async function main(role: string): Promise<void> {
  try {
    if (role === 'admin') {
      const { runAdminProcess } = await import('./admin-process.ts');
      await runAdminProcess(() => read(readCommandConfig), process.argv.slice(3));
      process.exit(0);
    }
    const start = Object.hasOwn(roles, role) ? roles[role] : undefined;
    if (!start)
      throw new Refusal(`There is no role “${role}”: api, worker, migrate, admin, or none for api and worker.`);
    const config = read(readConfig);
    const log = createLog(config.logLevel);
    exitOnBugs(log);
    const running = await start(config, log);
    for (const { part, missing } of config.off) log.warn({ missing }, `${part}: off, because it is not configured`);
    stopOnSignals(running, log);
    const url = running.find((one) => one.url)?.url ?? '';
    log.info({ url, role: role || 'api and worker' }, 'ready');
    // Node.js writes the compile cache by itself only when a process ends in order.
    flushCompileCache();
    process.send?.({ ready: true, url });
    if (running.length === 0) process.exit(0);
    loadAfterCatchingUp((err) => log.error({ err }, 'a part of the product cannot be loaded'));
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? lineOf(error) : String(error)}\n`);
    process.exit(1);
  }
}

function refuseWithoutAnswer(error: unknown): never {
  if (!(error instanceof DatabaseUnavailable)) throw error;
  throw new Refusal(`${error.message}. Look at DATABASE_MIGRATE_URL.`, { cause: error });
}

function read<C extends Pick<Config, 'encryptionKeys'>>(reader: (environment: Environment) => C): C {
  try {
    const config = reader(process.env);
    parseEncryptionKeys(config.encryptionKeys);
    return config;
  } catch (error) {
    throw new Refusal(messageOfError(error));
  }
}

/** Returns one line for an error that the operator can correct, and the stack for every other error. */
function lineOf(error: Error): string {
  return error instanceof Refusal || !error.stack ? error.message : error.stack;
}

/** Stops the parts in the reverse order of their start. A second signal exits at once. */
function stopOnSignals(running: readonly RunningProcess[], log: Logger): void {
  let isStopping = false;
  const stop = async (): Promise<void> => {
    if (isStopping) process.exit(1);
    isStopping = true;
    for (const one of running.toReversed()) await one.stop();
    process.exit(0);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      stop().catch((error: unknown) => {
        log.error({ err: error }, 'the process did not stop in order');
        process.exit(1);
      });
    });
  }
}

/** After an unexpected error the state of the process is unknown, so it exits and its supervisor starts it again. */
function exitOnBugs(log: Logger): void {
  for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
    process.on(event, (error: unknown) => {
      log.fatal({ err: error }, event);
      process.exit(1);
    });
  }
}
