import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, inject } from 'vitest';
import { databaseUrls, roles, superuserUrl, withClient } from '../../../scripts/postgres/database.ts';
import type { DatabaseUrls } from '../../../scripts/postgres/database.ts';
import { templateDatabase, testPasswords } from './postgres.ts';

export interface TestDatabase extends DatabaseUrls {
  /** Bypasses row-level security. For checking stored rows, never for the code under test. */
  superuserUrl: string;
  name: string;
}

/**
 * Gives the calling test file its own migrated database. Call it once at the top of the file, outside any test. The
 * database exists from the first `beforeAll` of the file and is dropped after its last test.
 */
export function testDatabase(): TestDatabase {
  const { port } = inject('postgres');
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const admin = superuserUrl(port, testPasswords);
  beforeAll(() => cloneTemplate(admin, name));
  afterAll(() => withClient(admin, async (client) => void (await client.query(`drop database ${name} with (force)`))));
  return {
    ...databaseUrls(port, testPasswords, name),
    superuserUrl: admin.replace(/postgres$/, name),
    name,
  };
}

/** Creates a copy of the migrated database under a new name. */
export async function cloneTemplate(admin: string, name: string): Promise<void> {
  await withClient(admin, async (client) => {
    // Copying the files takes half of the time of the default, which writes every page to the log as well.
    await client.query(`create database ${name} template ${templateDatabase} owner ${roles.owner} strategy file_copy`);
    // A clone inherits everything except the rights on the database itself.
    const granted = await client.query<{ role: string; right: string }>(
      `select r.rolname as role, a.privilege_type as right
       from pg_database d, aclexplode(d.datacl) a join pg_roles r on r.oid = a.grantee
       where d.datname = $1 and r.rolname = any($2)`,
      [templateDatabase, [roles.api, roles.worker]],
    );
    for (const { role, right } of granted.rows) {
      await client.query(`grant ${right} on database ${name} to ${role}`);
    }
  });
}
