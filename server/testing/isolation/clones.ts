import { roles, withClient } from '../../../scripts/postgres/database.ts';
import type { TestDatabase } from '../database/database.ts';

/** Copies a database, which must have no connections. */
export async function cloneOf(database: TestDatabase, suffix: string): Promise<TestDatabase> {
  const name = `${database.name}_${suffix}`;
  const renamed = (url: string): string => url.replace(new RegExp(`/${database.name}$`), `/${name}`);
  const admin = adminUrl(database);
  await withClient(admin, async (client) => {
    await client.query(`drop database if exists ${name} with (force)`);
    await client.query(`create database ${name} template ${database.name} owner ${roles.owner} strategy file_copy`);
  });
  return {
    name,
    ownerUrl: renamed(database.ownerUrl),
    apiUrl: renamed(database.apiUrl),
    workerUrl: renamed(database.workerUrl),
    superuserUrl: renamed(database.superuserUrl),
  };
}

export const dropClone = (database: TestDatabase): Promise<void> =>
  withClient(
    adminUrl(database),
    async (client) => void (await client.query(`drop database ${database.name} with (force)`)),
  );

const adminUrl = ({ superuserUrl, name }: TestDatabase): string =>
  superuserUrl.replace(new RegExp(`/${name}$`), '/postgres');
