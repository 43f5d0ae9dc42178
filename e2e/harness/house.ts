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

/** An hourly check runs every 12 seconds. */
const SPEEDUP = 300;

export interface TestHouseOptions {
  /** Takes precedence over the variables of the harness. */
  environment?: Readonly<Record<string, string>>;
  /** If false, no sandbox is started, and `environment` names the outside services. */
  sandbox?: boolean;
  /** One process per role by default. */
  processes?: readonly (readonly string[])[];
  speedup?: number;
}

/** The part of a running product that every journey may use, and parts that only some kinds have. */
export interface TestHouse extends Pick<House, 'url' | 'close'>, Partial<Pick<House, 'startProcess' | 'processes'>> {
  database?: Pick<DatabaseUrls, 'workerUrl'> | null;
  sandbox: { url: string } | null;
  /** The folder of its log files. */
  logFolder?: string;
  /** Variables without which a command finds neither its database nor its secrets. */
  commandEnvironment?: Readonly<Record<string, string>>;
  /** Arguments without which a browser does not reach it. */
  browserArguments?: readonly string[];
  /** Bypasses row-level security. */
  superuserUrl?: string;
}

export interface OpenedTestHouse extends Omit<House, 'database'> {
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

/** Creates a data folder. With KEEP_DATA it is not removed. */
export function newDataFolder(): { dataFolder: string; remove: () => Promise<void> } {
  const dataFolder = mkdtempSync(join(tmpdir(), 'watchpost-e2e-'));
  const remove = async (): Promise<void> => {
    if (process.env['KEEP_DATA'] === undefined) {
      await rm(dataFolder, { recursive: true, force: true });
    }
  };
  return { dataFolder, remove };
}
