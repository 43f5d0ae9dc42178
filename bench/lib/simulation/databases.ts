import { superuserUrl } from '../../../scripts/postgres/database.ts';
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
export async function withClone<Result>(port: number, work: (workerUrl: string) => Promise<Result>): Promise<Result> {
  const nodes: Nodes = [superuserUrl(port, testPasswords)];
  const name = `simulation_${process.pid}_${(made += 1)}`;
  await copyDatabase(nodes, templateDatabase, name);
  try {
    return await work(urlsOf(nodes, name).workerUrl);
  } finally {
    await dropDatabase(nodes, name);
  }
}
