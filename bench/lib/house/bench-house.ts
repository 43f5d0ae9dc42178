import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { outsideWorld } from '../../../sandbox/src/environment.ts';
import { openHouse } from '../../../scripts/start/house.ts';
import type { House } from '../../../scripts/start/house.ts';
import { freePort } from '../../../scripts/processes/ports.ts';
import { postgresUrl } from '../../../scripts/postgres/start-postgres.ts';
import { startSandbox } from '../../../scripts/processes/sandbox-process.ts';
import { secretsOf } from '../../../scripts/secrets.ts';

export interface BenchHouse extends House {
  /** Connection that bypasses row-level security; used for seeding and for reading results. */
  superuserUrl: string;
  encryptionKeys: string;
}

interface BenchHouseOptions {
  processes: readonly (readonly string[])[];
  speedup: number;
  /** The kind of sandbox, always without random events: none, one without notifications, or one with notifications. */
  sandbox: 'none' | 'silent' | 'notifying';
  /** Environment variables of the product, in addition to those that this script sets. */
  environment?: Readonly<Record<string, string>>;
}

/** Starts the whole product on free ports with its own durable database. */
export async function openBenchHouse(options: BenchHouseOptions): Promise<BenchHouse> {
  const dataFolder = mkdtempSync(join(tmpdir(), 'watchpost-bench-'));
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
    environment: { LOG_LEVEL: 'warn', ...options.environment, ...(silent && withoutPush(silent.url, world.smtpPort)) },
    logFiles: true,
  });
  const close = async (): Promise<void> => {
    await house.close();
    await silent?.stop();
    if (process.env['KEEP_DATA'] === undefined) await rm(dataFolder, { recursive: true, force: true });
    else process.stdout.write(`kept: ${dataFolder}\n`);
  };
  const { databasePasswords, encryptionKeys } = secretsOf(dataFolder);
  const password = databasePasswords.postgres;
  const address = { user: 'postgres', password, port: house.database?.port ?? 0, database: 'watchpost' };
  const sandbox = silent ? { url: silent.url, smtpPort: world.smtpPort, stripeUrl: silent.stripeUrl } : house.sandbox;
  return { ...house, close, sandbox, superuserUrl: postgresUrl(address), encryptionKeys };
}

/** Returns the sandbox's environment variables, except those of the notification queue. */
const withoutPush = (url: string, smtpPort: number): Record<string, string> =>
  Object.fromEntries(
    Object.entries(outsideWorld({ url, smtpPort })).filter(([name]) => !name.startsWith('SP_API_NOTIFICATIONS_')),
  );
