import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { withClient } from '../../scripts/database.ts';
import { schema } from '../../scripts/gen/schema.ts';
import { inRoot } from '../../scripts/root.ts';
import { testDatabase } from './database.ts';

const database = testDatabase();

test('all migrations together make what schema.sql shows', async () => {
  const made = await withClient(database.ownerUrl, schema);

  expect(made).toBe(readFileSync(inRoot('server/schema.sql'), 'utf8'));
});
