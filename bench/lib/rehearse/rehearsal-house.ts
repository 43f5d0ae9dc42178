import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { outsideWorld } from '../../../sandbox/src/environment.ts';
import type { DatabaseUrls } from '../../../scripts/postgres/database.ts';
import { freePort } from '../../../scripts/processes/ports.ts';
import { startSandbox } from '../../../scripts/processes/sandbox-process.ts';
import { openHouse, secretVariables, type House } from '../../../scripts/start/house.ts';
import { benchMarketplace, type BenchMarketplace } from '../house/marketplace.ts';

/** With this speed-up an hourly check runs every 12 seconds. */
const speedup = 300;

/**
 * The data folder, the marketplace and the mail server, which outlive the processes and the database of a rehearsal.
 */
export interface Stage {
  readonly folder: string;
  readonly url: string;
  readonly marketplace: BenchMarketplace;
  /** Returns the environment variables of a product process on this database, except its port. */
  environmentOn(database: DatabaseUrls): Readonly<Record<string, string>>;
  /** Functions that close what was opened for this stage. They are called in reverse order. */
  readonly closers: (() => Promise<unknown> | undefined)[];
  /** Starts processes of the product on a database, with the secrets of the data folder. */
  startProduct(database: DatabaseUrls, processes: readonly (readonly string[])[]): Promise<House>;
}

/** Runs the rehearsal on a new stage, and afterwards ends its processes and removes its files. */
export async function onStage<Result>(rehearse: (stage: Stage) => Promise<Result>): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'watchpost-rehearsal-'));
  const closers: Stage['closers'] = [() => rm(folder, { recursive: true, force: true })];
  try {
    const [port, sandboxPort, smtpPort] = [await freePort(), await freePort(), await freePort()];
    const url = `http://127.0.0.1:${port}`;
    const secrets = join(folder, 'keys');
    await mkdir(secrets);
    const sandbox = await startSandbox({
      port: sandboxPort,
      smtpPort,
      life: false,
      speedup,
      productUrl: url,
      logFile: join(folder, 'log', 'sandbox.log'),
    });
    closers.push(sandbox.stop);
    const environmentOn = ({ ownerUrl, apiUrl, workerUrl }: DatabaseUrls) => ({
      LOG_LEVEL: 'warn',
      ...outsideWorld({ url: sandbox.url, smtpPort }),
      DATABASE_MIGRATE_URL: ownerUrl,
      DATABASE_URL: apiUrl,
      DATABASE_WORKER_URL: workerUrl,
    });
    return await rehearse({
      folder,
      url,
      marketplace: benchMarketplace(sandbox.url),
      closers,
      environmentOn: (database) => ({
        ...environmentOn(database),
        ...secretVariables(secrets),
        PUBLIC_URL: url,
        CHECK_SPEEDUP: String(speedup),
      }),
      async startProduct(database, processes) {
        const house = await openHouse({
          dataFolder: secrets,
          port,
          publicUrl: url,
          processes,
          speedup,
          sandbox: null,
          durable: true,
          environment: environmentOn(database),
          logFiles: true,
        });
        closers.push(house.close);
        return house;
      },
    });
  } finally {
    for (let closer = closers.pop(); closer; closer = closers.pop()) await closer();
  }
}
