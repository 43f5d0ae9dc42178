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
import { databaseOf, dropDatabase, loginAs, nodesOf, prepareCluster, testPasswords, type Nodes } from './nodes.ts';

declare module 'vitest' {
  interface ProvidedContext {
    postgres: Pick<TestPostgres, 'port' | 'version' | 'nodes'>;
  }
}

/** The instant at which tests begin. The template database has the monthly partitions around it. */
export const testNow = new Date('2026-06-15T12:00:00Z');
export const templateDatabase = 'watchpost_template';

interface TestPostgres {
  readonly port: number;
  readonly version: string;
  readonly nodes: Nodes;
  stop(): Promise<void>;
}

/**
 * Starts a PostgreSQL with one migrated database that every test file clones, or prepares it on the cluster that the
 * environment names.
 */
export function startTestPostgres(): Promise<TestPostgres> {
  const coordinatorUrl = process.env['CITUS'];
  return coordinatorUrl ? prepareTestCluster(coordinatorUrl) : startServer();
}

async function prepareTestCluster(coordinatorUrl: string): Promise<TestPostgres> {
  const nodes = await nodesOf(coordinatorUrl);
  await withClient(coordinatorUrl, (client) => prepareRoles(client, testPasswords));
  await prepareCluster(nodes, templateDatabase);
  await migrateTemplate(loginAs(databaseOf(coordinatorUrl, templateDatabase), roles.owner, testPasswords.owner));
  return {
    port: Number(new URL(coordinatorUrl).port),
    version: 'Citus',
    nodes,
    stop: () => dropDatabase(nodes, templateDatabase),
  };
}

const migrateTemplate = (ownerUrl: string): Promise<void> =>
  migrate({ ownerUrl, apiRole: roles.api, workerRole: roles.worker, now: testNow });

async function startServer(): Promise<TestPostgres> {
  const folder = await mkdtemp(join(tmpdir(), 'watchpost-test-'));
  const version = process.env['POSTGRES'] === '15' ? '15' : '18';
  const cluster = join(folder, 'postgres');
  const postgres = await startPostgres({ folder: cluster, password: testPasswords.postgres, version, durable: false });
  const admin = superuserUrl(postgres.port, testPasswords);
  await withClient(admin, async (client) => {
    await prepareRoles(client, testPasswords);
    await prepareDatabase(client, templateDatabase);
  });
  await migrateTemplate(databaseUrls(postgres.port, testPasswords, templateDatabase).ownerUrl);
  return {
    port: postgres.port,
    version,
    nodes: [admin],
    async stop() {
      await postgres.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Starts one PostgreSQL for the whole run, or uses one cluster. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { port, version, nodes, stop } = await startTestPostgres();
  project.provide('postgres', { port, version, nodes });
  return stop;
}
