import { expect, test } from 'vitest';
import { withClient } from '../../../scripts/postgres/database.ts';
import { testDatabase } from './database.ts';

const database = testDatabase();

test('a test file starts with the migrated tables, and all of them are empty', async () => {
  const { rows } = await withClient(database.ownerUrl, (client) => client.query('select name from migrations'));

  expect(rows.length).toBeGreaterThan(0);
});

test('neither the API nor the worker may change tables or bypass row-level security', async () => {
  for (const url of [database.apiUrl, database.workerUrl]) {
    await withClient(url, async (client) => {
      await expect(client.query('drop table migrations')).rejects.toThrow('must be owner');
      const { rows } = await client.query<{ above: boolean }>(
        'select rolsuper or rolbypassrls as above from pg_roles where rolname = current_user',
      );
      expect(rows).toEqual([{ above: false }]);
    });
  }
});

test('the worker can create the schema of its queue in a cloned database', async () => {
  const created = await withClient(database.workerUrl, (client) => client.query('create schema of_a_queue'));

  expect(created.command).toBe('CREATE');
});
