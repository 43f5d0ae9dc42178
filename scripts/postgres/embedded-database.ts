import { join } from 'node:path';
import { migrate } from '../../server/src/lib/db/migrate.ts';
import { databaseUrls, prepareDatabase, prepareRoles, roles, superuserUrl, withClient } from './database.ts';
import type { DatabaseUrls } from './database.ts';
import { PostgresError, startPostgres } from './start-postgres.ts';
import type { Postgres } from './start-postgres.ts';
import { findRun } from '../processes/run-file.ts';
import { Refusal } from '../say.ts';
import type { Secrets } from '../secrets.ts';

const name = 'watchpost';

export interface EmbeddedDatabase extends DatabaseUrls {
  /** The keeper of PostgreSQL; absent when another process runs the database and will stop it. */
  postgres?: Postgres;
  port: number;
}

interface EmbeddedDatabaseOptions {
  dataFolder: string;
  secrets: Secrets;
  /** Whether the database survives a crash of the machine; false in tests only. */
  durable: boolean;
}

/** Opens the database of a data folder: starts it unless it is running, creates the roles, and migrates it. */
export async function openEmbeddedDatabase(options: EmbeddedDatabaseOptions): Promise<EmbeddedDatabase> {
  const passwords = options.secrets.databasePasswords;
  const running = await findRun(options.dataFolder);
  const postgres = running === null ? await start(options) : undefined;
  const port = postgres?.port ?? running?.postgresPort ?? 0;
  try {
    await withClient(superuserUrl(port, passwords), async (client) => {
      await prepareRoles(client, passwords);
      await prepareDatabase(client, name);
    });
    const urls = databaseUrls(port, passwords, name);
    await migrate({ ownerUrl: urls.ownerUrl, apiRole: roles.api, workerRole: roles.worker, now: new Date() });
    return { ...urls, port, ...(postgres === undefined ? {} : { postgres }) };
  } catch (error) {
    await postgres?.stop();
    throw error;
  }
}

async function start({ dataFolder, secrets, durable }: EmbeddedDatabaseOptions): Promise<Postgres> {
  const folder = join(dataFolder, 'postgres');
  try {
    return await startPostgres({ folder, password: secrets.databasePasswords.postgres, version: '18', durable });
  } catch (error) {
    if (!(error instanceof PostgresError)) {
      throw error;
    }
    const advice = ` Restore a backup of ${dataFolder}, or move that folder away to start again with nothing.`;
    throw new Refusal(
      `The database in ${folder} does not start: ${error.message.replaceAll(/\s+/g, ' ')}.` +
        (error.isClusterAtFault ? advice : ''),
    );
  }
}
