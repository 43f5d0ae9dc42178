import { Client } from 'pg';
import { postgresUrl } from './start-postgres.ts';

interface DatabasePasswords {
  postgres: string;
  owner: string;
  api: string;
  worker: string;
}

export interface DatabaseUrls {
  /** The owner of the tables. Only migrations use it. */
  ownerUrl: string;
  apiUrl: string;
  workerUrl: string;
}

/** The database roles of the product. */
export const roles = { owner: 'watchpost_owner', api: 'watchpost_api', worker: 'watchpost_worker' } as const;

export function superuserUrl(port: number, passwords: DatabasePasswords): string {
  return postgresUrl({ user: 'postgres', password: passwords.postgres, port, database: 'postgres' });
}

export function databaseUrls(port: number, passwords: DatabasePasswords, database: string): DatabaseUrls {
  return {
    ownerUrl: postgresUrl({ user: roles.owner, password: passwords.owner, port, database }),
    apiUrl: postgresUrl({ user: roles.api, password: passwords.api, port, database }),
    workerUrl: postgresUrl({ user: roles.worker, password: passwords.worker, port, database }),
  };
}

/** Creates or updates the roles. None of them may bypass row-level security. */
export async function prepareRoles(client: Client, passwords: DatabasePasswords): Promise<void> {
  for (const who of ['owner', 'api', 'worker'] as const) {
    const { rowCount } = await client.query('select 1 from pg_roles where rolname = $1', [roles[who]]);
    const verb = rowCount === 0 ? 'create' : 'alter';
    const password = client.escapeLiteral(passwords[who]);
    await client.query(`${verb} role ${roles[who]} with login nosuperuser nobypassrls password ${password}`);
  }
}

export async function prepareDatabase(client: Client, database: string): Promise<void> {
  const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [database]);
  if (rowCount === 0) {
    await client.query(`create database ${client.escapeIdentifier(database)} owner ${roles.owner}`);
  }
}

export async function withClient<Result>(url: string, use: (client: Client) => Promise<Result>): Promise<Result> {
  const client = new Client({ connectionString: url });
  // When the server goes away, the current query fails. An `error` event without a listener would end the process
  // instead.
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await use(client);
  } finally {
    await client.end();
  }
}
