import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openHouse } from '../scripts/house.ts';
import type { House } from '../scripts/house.ts';
import { freePort } from '../scripts/ports.ts';
import { buildWebIfStale } from '../scripts/web-build.ts';

/** As fast as tests want it: an hourly check comes every 12 seconds. */
const SPEEDUP = 300;

export interface TestHouseOptions {
  /** Wins over what the harness sets. */
  environment?: Readonly<Record<string, string>>;
  /** False: no sandbox is started, and `environment` says where the outside world is. */
  sandbox?: boolean;
  /** One process of each role unless said otherwise. */
  processes?: readonly (readonly string[])[];
  speedup?: number;
}

/** What a journey may count on, and what some houses have beside it. */
export interface TestHouse
  extends Pick<House, 'url' | 'close'>, Partial<Pick<House, 'database' | 'startProcess' | 'processes'>> {
  sandbox: { url: string } | null;
  /** Where its processes write what they have to say. */
  logFolder?: string;
}

/** The whole product on free ports with data of its own: API and worker as processes, the world standing still. */
export async function openTestHouse(options: TestHouseOptions = {}): Promise<House & { logFolder: string }> {
  const { environment = {}, sandbox = true, processes = [['api'], ['worker']], speedup = SPEEDUP } = options;
  await buildWebIfStale();
  const { dataFolder, remove } = newDataFolder();
  const port = await freePort();
  const house = await openHouse({
    dataFolder,
    port,
    publicUrl: `http://127.0.0.1:${port}`,
    processes,
    speedup,
    sandbox: sandbox ? { port: await freePort(), smtpPort: await freePort(), life: false } : null,
    durable: false,
    environment,
    logFiles: true,
  });
  const close = async (): Promise<void> => {
    await house.close();
    await remove();
  };
  return { ...house, close, logFolder: join(dataFolder, 'log') };
}

/** For one house; with KEEP_DATA it stays and can be looked at. */
export function newDataFolder(): { dataFolder: string; remove: () => Promise<void> } {
  const dataFolder = mkdtempSync(join(tmpdir(), 'watchpost-e2e-'));
  const remove = async (): Promise<void> => {
    if (process.env['KEEP_DATA'] === undefined) {
      await rm(dataFolder, { recursive: true, force: true });
    }
  };
  return { dataFolder, remove };
}
