import { databaseUrls, superuserUrl, withClient } from '../../../scripts/postgres/database.ts';
import { cloneTemplate } from '../../../server/testing/database/database.ts';
import { testPasswords } from '../../../server/testing/database/postgres.ts';

let made = 0;

/** Runs the work with a new migrated database of the server at this port, and removes it afterwards. */
export async function withClone<Result>(port: number, work: (workerUrl: string) => Promise<Result>): Promise<Result> {
  const admin = superuserUrl(port, testPasswords);
  const name = `simulation_${process.pid}_${(made += 1)}`;
  await cloneTemplate(admin, name);
  try {
    return await work(databaseUrls(port, testPasswords, name).workerUrl);
  } finally {
    await withClient(admin, async (client) => void (await client.query(`drop database ${name} with (force)`)));
  }
}
