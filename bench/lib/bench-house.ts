import { chmodSync, mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openHouse } from '../../scripts/house.ts';
import type { House } from '../../scripts/house.ts';
import { freePort } from '../../scripts/ports.ts';
import { postgresUrl } from '../../scripts/postgres.ts';
import { secretsOf } from '../../scripts/secrets.ts';

export interface BenchHouse extends House {
  /** Sees every tenant's rows: for looking at what the product did, never for doing it. */
  superuserUrl: string;
}

export interface BenchHouseOptions {
  processes: readonly (readonly string[])[];
  speedup: number;
  /** Whether there is a marketplace; its world stands still. */
  hasSandbox: boolean;
  /** Wins over what a benchmark sets. */
  environment?: Readonly<Record<string, string>>;
}

/** The whole product on free ports with data of its own, kept on disk as in production. */
export async function openBenchHouse(options: BenchHouseOptions): Promise<BenchHouse> {
  const dataFolder = mkdtempSync(join(tmpdir(), 'watchpost-bench-'));
  // The embedded database may run as another user.
  chmodSync(dataFolder, 0o755);
  const port = await freePort();
  const house = await openHouse({
    dataFolder,
    port,
    publicUrl: `http://127.0.0.1:${port}`,
    processes: options.processes,
    speedup: options.speedup,
    sandbox: options.hasSandbox ? { port: await freePort(), smtpPort: await freePort(), life: false } : null,
    durable: true,
    environment: { LOG_LEVEL: 'warn', ...options.environment },
    logFiles: true,
  });
  const close = async (): Promise<void> => {
    await house.close();
    if (process.env['KEEP_DATA'] === undefined) await rm(dataFolder, { recursive: true, force: true });
    else process.stdout.write(`kept: ${dataFolder}\n`);
  };
  const password = secretsOf(dataFolder).databasePasswords.postgres;
  const address = { user: 'postgres', password, port: house.database?.port ?? 0, database: 'watchpost' };
  return { ...house, close, superuserUrl: postgresUrl(address) };
}
