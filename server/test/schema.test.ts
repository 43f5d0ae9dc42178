import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { expect, test } from 'vitest';
import { withClient } from '../../scripts/postgres/database.ts';
import { schema } from '../../scripts/gen/schema.ts';
import { inRoot } from '../../scripts/root.ts';
import { statementsOf } from '../src/lib/db/statements.ts';
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

/** The last migration that was written before tables could be distributed. */
const lastUndistributed = '0072';

test('a migration of distributed tables does one thing per statement, as Citus passes it on to the data nodes', () => {
  const files = globSync('server/migrations/*.sql', { cwd: inRoot() }).filter(
    (file) => basename(file) > lastUndistributed,
  );
  const found = files.flatMap((file) =>
    doneAtOnce(readFileSync(inRoot(file), 'utf8')).map((what) => `${file}: ${what}`),
  );

  expect(found).toEqual([]);
  expect(doneAtOnce('alter table t\n  drop constraint a,\n  add constraint b check (c in (1, 2));')).toHaveLength(1);
  expect(doneAtOnce('alter table t add column a integer check (a > 0);')).toHaveLength(1);
  expect(doneAtOnce('alter table t add column a numeric(10, 2); alter table t add check (a in (1, 2));')).toEqual([]);
});

/** Returns the statements that make several changes to a table at the same time. */
function doneAtOnce(migration: string): readonly string[] {
  return statementsOf(migration).filter((statement) => {
    if (!/^alter table\b/i.test(statement)) return false;
    let flat = statement;
    for (let before = ''; before !== flat;) [before, flat] = [flat, flat.replaceAll(/\([^()]*\)/g, '')];
    return flat.includes(',') || /\badd column\b.*\b(?:check|unique|references|primary key)\b/is.test(flat);
  });
}
