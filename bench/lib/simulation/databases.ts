import { superuserUrl, withClient, type DatabaseUrls } from '../../../scripts/postgres/database.ts';
import {
  copyDatabase,
  dropDatabase,
  testPasswords,
  urlsOf,
  type Nodes,
} from '../../../server/testing/database/nodes.ts';
import { templateDatabase } from '../../../server/testing/database/postgres.ts';

let made = 0;

/** Runs the work with a new migrated database on the server at this port, and removes the database afterwards. */
export async function withClone<Result>(port: number, work: (urls: DatabaseUrls) => Promise<Result>): Promise<Result> {
  const nodes: Nodes = [superuserUrl(port, testPasswords)];
  const name = `simulation_${process.pid}_${(made += 1)}`;
  await copyDatabase(nodes, templateDatabase, name);
  try {
    return await work(urlsOf(nodes, name));
  } finally {
    await dropDatabase(nodes, name);
  }
}

/**
 * Removes dead rows and counts the rows of all tables. Servers of tests do not do so by themselves, and by themselves
 * they would do so at times that the seed does not decide.
 */
export async function vacuum({ ownerUrl }: Pick<DatabaseUrls, 'ownerUrl'>): Promise<void> {
  await withClient(ownerUrl, (client) => client.query('vacuum (analyze)'));
}
