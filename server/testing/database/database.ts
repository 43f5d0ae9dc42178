import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, inject } from 'vitest';
import { roles, withClient } from '../../../scripts/postgres/database.ts';
import type { DatabaseUrls } from '../../../scripts/postgres/database.ts';
import { copyDatabase, databaseOf, dropDatabase, loginAs, type Nodes } from './nodes.ts';
import { templateDatabase, testPasswords } from './postgres.ts';

export interface TestDatabase extends DatabaseUrls {
  /** Bypasses row-level security. For checking stored rows, never for the code under test. */
  superuserUrl: string;
  name: string;
  nodes: Nodes;
}

/**
 * Gives the calling test file its own migrated database. Call it once at the top of the file, outside any test. The
 * database exists from the first `beforeAll` of the file and is dropped after its last test.
 */
export function testDatabase(): TestDatabase {
  const { nodes } = inject('postgres');
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  beforeAll(() => copyDatabase(nodes, templateDatabase, name));
  afterAll(() => dropDatabase(nodes, name));
  return urlsOf(nodes, name);
}

/** The ways to log in to a database of the server or cluster. */
export function urlsOf(nodes: Nodes, name: string): TestDatabase {
  const superuserUrl = databaseOf(nodes[0], name);
  return {
    name,
    nodes,
    superuserUrl,
    ownerUrl: loginAs(superuserUrl, roles.owner, testPasswords.owner),
    apiUrl: loginAs(superuserUrl, roles.api, testPasswords.api),
    workerUrl: loginAs(superuserUrl, roles.worker, testPasswords.worker),
  };
}

/** Resolves when a connection waits for a lock, on the node of the row. */
export async function someoneWaits({ name, nodes }: TestDatabase): Promise<void> {
  const waitsOn = async (node: string): Promise<number> =>
    withClient(node, async (client) => {
      const { rows } = await client.query(
        `select 1 from pg_stat_activity where datname = $1 and wait_event_type = 'Lock'`,
        [name],
      );
      return rows.length;
    });
  const waits = async () => (await Promise.all(nodes.map(waitsOn))).reduce((sum, count) => sum + count, 0);
  await expect.poll(waits, { interval: 20 }).toBe(1);
}
