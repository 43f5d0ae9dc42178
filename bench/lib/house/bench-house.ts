import { chmodSync, mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { outsideWorld } from '../../../sandbox/src/environment.ts';
import { openHouse } from '../../../scripts/house.ts';
import type { House } from '../../../scripts/house.ts';
import { freePort } from '../../../scripts/ports.ts';
import { postgresUrl } from '../../../scripts/postgres.ts';
import { startSandbox } from '../../../scripts/sandbox-process.ts';
import { secretsOf } from '../../../scripts/secrets.ts';

export interface BenchHouse extends House {
  /** Sees every tenant's rows: for looking at what the product did, never for doing it. */
  superuserUrl: string;
}

export interface BenchHouseOptions {
  processes: readonly (readonly string[])[];
  speedup: number;
  /** What stands in for the marketplace, its world standing still: none, one that is silent, one that notifies. */
  sandbox: 'none' | 'silent' | 'notifying';
}

/** The whole product on free ports with data of its own, kept on disk as in production. */
export async function openBenchHouse(options: BenchHouseOptions): Promise<BenchHouse> {
  const dataFolder = mkdtempSync(join(tmpdir(), 'watchpost-bench-'));
  // The embedded database may run as another user.
  chmodSync(dataFolder, 0o755);
  const port = await freePort();
  const publicUrl = `http://127.0.0.1:${port}`;
  const world = { port: await freePort(), smtpPort: await freePort(), life: false };
  const { speedup } = options;
  const logFile = join(dataFolder, 'log', 'sandbox.log');
  const silent =
    options.sandbox === 'silent'
      ? await startSandbox({ ...world, speedup, productUrl: publicUrl, logFile })
      : undefined;
  const house = await openHouse({
    dataFolder,
    port,
    publicUrl,
    processes: options.processes,
    speedup,
    sandbox: options.sandbox === 'notifying' ? world : null,
    durable: true,
    environment: { LOG_LEVEL: 'warn', ...(silent && withoutPush(silent.url, world.smtpPort)) },
    logFiles: true,
  });
  const close = async (): Promise<void> => {
    await house.close();
    await silent?.stop();
    if (process.env['KEEP_DATA'] === undefined) await rm(dataFolder, { recursive: true, force: true });
    else process.stdout.write(`kept: ${dataFolder}\n`);
  };
  const password = secretsOf(dataFolder).databasePasswords.postgres;
  const address = { user: 'postgres', password, port: house.database?.port ?? 0, database: 'watchpost' };
  const sandbox = silent ? { url: silent.url, smtpPort: world.smtpPort } : house.sandbox;
  return { ...house, close, sandbox, superuserUrl: postgresUrl(address) };
}

/** A marketplace that is there, and nothing that would tell where its notifications wait. */
const withoutPush = (url: string, smtpPort: number): Record<string, string> =>
  Object.fromEntries(
    Object.entries(outsideWorld({ url, smtpPort })).filter(([name]) => !name.startsWith('SP_API_NOTIFICATIONS_')),
  );
