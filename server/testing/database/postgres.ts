import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import {
  databaseUrls,
  prepareDatabase,
  prepareRoles,
  roles,
  superuserUrl,
  withClient,
} from '../../../scripts/postgres/database.ts';
import { startPostgres } from '../../../scripts/postgres/start-postgres.ts';
import { migrate } from '../../src/lib/db/migrate.ts';

declare module 'vitest' {
  interface ProvidedContext {
    postgres: { port: number; version: string };
  }
}

export const testPasswords = { postgres: 'test', owner: 'test', api: 'test', worker: 'test' };
/** The instant at which tests begin. The template database has the monthly partitions around it. */
export const testNow = new Date('2026-06-15T12:00:00Z');
export const templateDatabase = 'watchpost_template';

export interface TestPostgres {
  readonly port: number;
  readonly version: string;
  stop(): Promise<void>;
}

/** Starts a PostgreSQL with one migrated database that every test file clones. */
export async function startTestPostgres(): Promise<TestPostgres> {
  const folder = await mkdtemp(join(tmpdir(), 'watchpost-test-'));
  const version = process.env['POSTGRES'] === '15' ? '15' : '18';
  const cluster = join(folder, 'postgres');
  const postgres = await startPostgres({ folder: cluster, password: testPasswords.postgres, version, durable: false });
  await withClient(superuserUrl(postgres.port, testPasswords), async (client) => {
    await prepareRoles(client, testPasswords);
    await prepareDatabase(client, templateDatabase);
  });
  const { ownerUrl } = databaseUrls(postgres.port, testPasswords, templateDatabase);
  await migrate({ ownerUrl, apiRole: roles.api, workerRole: roles.worker, now: testNow });
  return {
    port: postgres.port,
    version,
    async stop() {
      await postgres.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Starts one PostgreSQL for the whole run. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { port, version, stop } = await startTestPostgres();
  project.provide('postgres', { port, version });
  return stop;
}
