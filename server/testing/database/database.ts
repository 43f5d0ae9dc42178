import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, inject } from 'vitest';
import { databaseUrls, roles, superuserUrl, withClient } from '../../../scripts/database.ts';
import type { DatabaseUrls } from '../../../scripts/database.ts';
import { templateDatabase, testPasswords } from './postgres.ts';

export interface TestDatabase extends DatabaseUrls {
  /** Goes round row-level security: for looking at what is really there, never for the code under test. */
  superuserUrl: string;
  name: string;
}

/**
 * Gives the calling test file a database of its own, as the migrations leave it. Call it once at the top of the file,
 * outside any test; it is there from the file's first `beforeAll` on and dropped after its last test.
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

async function cloneTemplate(admin: string, name: string): Promise<void> {
  await withClient(admin, async (client) => {
    await client.query(`create database ${name} template ${templateDatabase} owner ${roles.owner}`);
    // Rights on the database itself are the one thing a clone does not inherit.
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
