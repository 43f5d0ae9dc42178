import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, inject } from 'vitest';
import { withClient } from '../../../scripts/postgres/database.ts';
import { copyDatabase, dropDatabase, urlsOf, type TestDatabase } from './nodes.ts';
import { templateDatabase } from './postgres.ts';

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

/** Resolves when a connection waits for a lock, on the node of the row. */
export const someoneWaits = (database: TestDatabase): Promise<void> => waitFor(database, 1);

/** Resolves when two connections wait for locks, on the nodes of the rows. */
export const twoWait = (database: TestDatabase): Promise<void> => waitFor(database, 2);

async function waitFor({ name, nodes }: TestDatabase, waiting: number): Promise<void> {
  const waitsOn = async (node: string): Promise<number> =>
    withClient(node, async (client) => {
      const { rows } = await client.query(
        `select 1 from pg_stat_activity where datname = $1 and wait_event_type = 'Lock'`,
        [name],
      );
      return rows.length;
    });
  const waits = async () => (await Promise.all(nodes.map(waitsOn))).reduce((sum, count) => sum + count, 0);
  await expect.poll(waits, { interval: 20 }).toBe(waiting);
}
