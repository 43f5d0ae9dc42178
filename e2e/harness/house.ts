import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DatabaseUrls } from '../../scripts/postgres/database.ts';
import { openHouse, secretVariables } from '../../scripts/start/house.ts';
import type { House } from '../../scripts/start/house.ts';
import { freePort } from '../../scripts/processes/ports.ts';
import { openNamedCluster } from './cluster.ts';
import { buildWebIfStale } from '../../scripts/start/web-build.ts';

/** With this speed-up an hourly sweep runs every 12 seconds. */
const SPEEDUP = 300;

interface TestHouseOptions {
  /** Environment variables of the product, which take precedence over those of the harness. */
  environment?: Readonly<Record<string, string>>;
  /** If false, no sandbox is started, and `environment` names the outside services. */
  sandbox?: boolean;
  /** The roles of each process. By default the API and the worker run in one process each. */
  processes?: readonly (readonly string[])[];
  speedup?: number;
}

/** The parts of a running product that every journey may use, and optional parts that only some installations have. */
export interface TestHouse extends Pick<House, 'url' | 'close'>, Partial<Pick<House, 'startProcess' | 'processes'>> {
  database?: Pick<DatabaseUrls, 'workerUrl'> | null;
  sandbox: { url: string } | null;
  /** The folder of the product's log files. */
  logFolder?: string;
  /** The variables that an operator's command needs to find the database and the secrets. */
  commandEnvironment?: Readonly<Record<string, string>>;
  /** Chromium arguments that are needed to reach this installation. */
  browserArguments?: readonly string[];
  /** The address of a database login that bypasses row-level security. */
  superuserUrl?: string;
}

interface OpenedTestHouse extends Omit<House, 'database'> {
  database: Pick<DatabaseUrls, 'workerUrl'> | null;
  logFolder: string;
  commandEnvironment: Readonly<Record<string, string>>;
}

/**
 * Starts the whole product on free ports with its own data: the API and the worker as separate processes, and a
 * sandbox without events of its own.
 */
export async function openTestHouse(options: TestHouseOptions = {}): Promise<OpenedTestHouse> {
  const { environment = {}, sandbox = true, processes = [['api'], ['worker']], speedup = SPEEDUP } = options;
  await buildWebIfStale();
  const { dataFolder, remove } = newDataFolder();
  const port = await freePort();
  const cluster = await openNamedCluster();
  const house = await openHouse({
    dataFolder,
    port,
    publicUrl: `http://127.0.0.1:${port}`,
    processes,
    speedup,
    sandbox: sandbox ? { port: await freePort(), smtpPort: await freePort(), life: false } : null,
    durable: false,
    environment: { ...cluster?.environment, ...environment },
    logFiles: true,
  });
  const close = async (): Promise<void> => {
    await house.close();
    await cluster?.drop();
    await remove();
  };
  return {
    ...house,
    database: house.database ?? cluster,
    close,
    logFolder: join(dataFolder, 'log'),
    commandEnvironment: cluster ? { ...secretVariables(dataFolder), ...cluster.environment } : {},
  };
}

/** Creates a data folder. `remove` keeps the folder if KEEP_DATA is set. */
export function newDataFolder(): { dataFolder: string; remove: () => Promise<void> } {
  const dataFolder = mkdtempSync(join(tmpdir(), 'watchpost-e2e-'));
  const remove = async (): Promise<void> => {
    if (process.env['KEEP_DATA'] === undefined) {
      await rm(dataFolder, { recursive: true, force: true });
    }
  };
  return { dataFolder, remove };
}
