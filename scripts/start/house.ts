import { join } from 'node:path';
import { outsideWorld } from '../../sandbox/src/environment.ts';
import { startChild } from '../processes/children.ts';
import type { Child } from '../processes/children.ts';
import { openEmbeddedDatabase } from '../postgres/embedded-database.ts';
import type { EmbeddedDatabase } from '../postgres/embedded-database.ts';
import { forgetRun, writeRun } from '../processes/run-file.ts';
import { run } from '../processes/run.ts';
import { Refusal } from '../say.ts';
import { startSandbox } from '../processes/sandbox-process.ts';
import { secretsOf } from '../secrets.ts';
import { memoryOptions, memoryVariables } from './memory.ts';

interface HouseOptions {
  dataFolder: string;
  /** The port of the product. */
  port: number;
  publicUrl: string;
  /** The processes to start: `[[]]` is one process with all roles, `[['api'], ['worker']]` are two. */
  processes: readonly (readonly string[])[];
  /** The number by which check periods are divided and the rates of the sandbox are multiplied. */
  speedup: number;
  /** The ports of the sandbox; `null` uses the outside services of the environment. */
  sandbox: { port: number; smtpPort: number; life?: boolean } | null;
  /** Whether the data survive a crash of the machine; false in tests only. */
  durable: boolean;
  /** Environment variables that take precedence over those that this script sets. */
  environment: Readonly<Record<string, string | undefined>>;
  /** Whether the output of the processes goes to files in the data folder. */
  logFiles: boolean;
}

export interface House {
  url: string;
  sandbox: { url: string; smtpPort: number; stripeUrl: string } | null;
  database: EmbeddedDatabase | null;
  processes: Child[];
  /** Starts another process of the product. */
  startProcess: (role: readonly string[]) => Promise<Child>;
  /** Ends everything that was started, in reverse order. */
  close: () => Promise<void>;
}

type Closers = (() => Promise<void> | void)[];

/**
 * Starts the whole product, each part in a separate process. The parts know each other only through environment
 * variables.
 */
export async function openHouse(options: HouseOptions): Promise<House> {
  const closers: Closers = [];
  const close = async (): Promise<void> => {
    for (let closer = closers.pop(); closer !== undefined; closer = closers.pop()) {
      await closer();
    }
  };
  try {
    return await open(options, closers, close);
  } catch (error) {
    await close();
    throw error;
  }
}

async function open(options: HouseOptions, closers: Closers, close: () => Promise<void>): Promise<House> {
  const database = await openDatabase(options, closers);
  const sandbox = await openSandbox(options, closers);
  const environment = productEnvironment(options, database, sandbox);
  if (database === null) {
    await migrateOutside({ ...options.environment, ...environment });
  }
  const { postgres } = database ?? {};
  if (postgres) {
    writeRun(options.dataFolder, { postgresPid: postgres.pid, postgresPort: postgres.port, environment });
    closers.push(() => forgetRun(options.dataFolder));
  }
  const processes: Child[] = [];
  const startProcess = async (role: readonly string[]): Promise<Child> => {
    const name = ['server', ...role].join('-');
    const child = await startChild({
      name,
      script: 'server/src/main.ts',
      args: role,
      nodeOptions: memoryOptions,
      environment: { ...memoryVariables, ...process.env, ...options.environment, ...environment },
      ...logFile(options, `${name}-${processes.length + 1}`),
    });
    processes.push(child);
    closers.push(child.stop);
    return child;
  };
  for (const role of options.processes) {
    await startProcess(role);
  }
  return { url: options.publicUrl, sandbox, database, processes, startProcess, close };
}

async function openDatabase(options: HouseOptions, closers: Closers): Promise<EmbeddedDatabase | null> {
  if (options.environment['DATABASE_URL']) {
    return null;
  }
  const { dataFolder, durable } = options;
  const database = await openEmbeddedDatabase({ dataFolder, durable, secrets: secretsOf(dataFolder) });
  closers.push(async () => database.postgres?.stop());
  return database;
}

/**
 * Migrates an external database. In production the owner's login may be withheld from the running system; then the
 * operator must migrate.
 */
async function migrateOutside(environment: Readonly<Record<string, string | undefined>>): Promise<void> {
  if (environment['NODE_ENV'] === 'production' && !environment['DATABASE_MIGRATE_URL']) {
    return;
  }
  const { ok, output } = await run(['node', 'server/src/main.ts', 'migrate'], { environment });
  if (!ok) {
    throw new Refusal(`The database was not migrated: ${output.trim()}`);
  }
}

async function openSandbox(options: HouseOptions, closers: Closers): Promise<House['sandbox']> {
  const { sandbox, publicUrl, speedup } = options;
  if (sandbox === null) {
    return null;
  }
  const child = await startSandbox({ ...sandbox, speedup, productUrl: publicUrl, ...logFile(options, 'sandbox') });
  closers.push(child.stop);
  return { url: child.url, smtpPort: sandbox.smtpPort, stripeUrl: child.stripeUrl };
}

function productEnvironment(
  options: HouseOptions,
  database: EmbeddedDatabase | null,
  sandbox: House['sandbox'],
): Record<string, string> {
  const environment: Record<string, string> = {
    NODE_ENV: 'development',
    PORT: String(options.port),
    PUBLIC_URL: options.publicUrl,
    WATCHPOST_DATA_DIR: options.dataFolder,
    CHECK_SPEEDUP: String(options.speedup),
    ...(database === null
      ? {}
      : {
          DATABASE_URL: database.apiUrl,
          DATABASE_WORKER_URL: database.workerUrl,
          DATABASE_MIGRATE_URL: database.ownerUrl,
        }),
    ...(options.environment['NODE_ENV'] === 'production' && database === null
      ? {}
      : secretVariables(options.dataFolder)),
    ...(sandbox === null ? {} : outsideWorld(sandbox)),
  };
  return Object.fromEntries(
    Object.entries(environment).map(([name, value]) => [name, options.environment[name] || value]),
  );
}

/** Returns the environment variables with the secrets of a data folder. */
export function secretVariables(dataFolder: string): Record<string, string> {
  const { encryptionKeys, vapidKeys } = secretsOf(dataFolder);
  return {
    ENCRYPTION_KEYS: encryptionKeys,
    VAPID_PUBLIC_KEY: vapidKeys.publicKey,
    VAPID_PRIVATE_KEY: vapidKeys.privateKey,
    VAPID_SUBJECT: 'mailto:alerts@watchpost.test',
  };
}

function logFile(options: HouseOptions, name: string): { logFile?: string } {
  return options.logFiles ? { logFile: join(options.dataFolder, 'log', `${name}.log`) } : {};
}
