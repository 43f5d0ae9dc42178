import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { withClient } from '../../scripts/postgres/database.ts';
import { schema } from '../../scripts/gen/schema.ts';
import { inRoot } from '../../scripts/root.ts';
import { testDatabase } from '../testing/database/database.ts';

const database = testDatabase();

test('all migrations together produce schema.sql', async () => {
  const made = await withClient(database.ownerUrl, schema);

  expect(made).toBe(readFileSync(inRoot('server/schema.sql'), 'utf8'));
});

test('no migration writes rows, because row-level security hides them from the owner of the tables and a later statement fails', () => {
  const files = globSync('server/migrations/*.sql', { cwd: inRoot() });
  const writing = files.filter((file) => /^\s*(?:update|delete from)\s/m.test(readFileSync(inRoot(file), 'utf8')));

  expect(files.length).toBeGreaterThan(15);
  expect(writing).toEqual([]);
});
