import { chown, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { withClient } from '../../../scripts/postgres/database.ts';
import { openEmbeddedDatabase, type EmbeddedDatabase } from '../../../scripts/postgres/embedded-database.ts';
import { postgresUrl } from '../../../scripts/postgres/start-postgres.ts';
import { postgresUser } from '../../../scripts/postgres/system-user.ts';
import { secretsOf } from '../../../scripts/secrets.ts';
import type { Certificate } from './authority.ts';

interface TlsDatabase extends EmbeddedDatabase {
  /** The address of a login that bypasses row-level security and connects without TLS. */
  readonly superuserUrl: string;
  /**
   * The variables with the addresses of the product's logins. Their connections verify the certificate of the database.
   */
  readonly environment: Readonly<Record<string, string>>;
}

/** Opens an embedded database that refuses connections of the product's logins without TLS. */
export async function openTlsDatabase(
  dataFolder: string,
  { host, certificate }: { host: string; certificate: Certificate },
): Promise<TlsDatabase> {
  const secrets = secretsOf(dataFolder);
  const database = await openEmbeddedDatabase({ dataFolder, durable: false, secrets });
  const folder = join(dataFolder, 'postgres');
  const user = await postgresUser();
  const write = async (name: string, text: string): Promise<void> => {
    const file = join(folder, name);
    await writeFile(file, text, { mode: 0o600 });
    if (user) await chown(file, user.uid, user.gid);
  };
  await write('server.crt', certificate.cert);
  await write('server.key', certificate.key);
  await write(
    'pg_hba.conf',
    'host all postgres 127.0.0.1/32 scram-sha-256\nhostssl all all 127.0.0.1/32 scram-sha-256\n',
  );
  const login = { user: 'postgres', password: secrets.databasePasswords.postgres, port: database.port };
  const superuserUrl = postgresUrl({ ...login, database: 'watchpost' });
  await withClient(superuserUrl, async (client) => {
    await client.query('alter system set ssl = on');
    await client.query('select pg_reload_conf()');
  });
  const verified = (url: string): string => `${url.replace('@127.0.0.1:', `@${host}:`)}?sslmode=verify-full`;
  return {
    ...database,
    superuserUrl,
    environment: {
      DATABASE_URL: verified(database.apiUrl),
      DATABASE_WORKER_URL: verified(database.workerUrl),
      DATABASE_MIGRATE_URL: verified(database.ownerUrl),
    },
  };
}
