import { DatabaseError, type Client } from 'pg';
import { prepareDatabase, roles, withClient, type DatabaseUrls } from '../../../scripts/postgres/database.ts';

export const testPasswords = { postgres: 'test', owner: 'test', api: 'test', worker: 'test' };

/** Superuser's URLs of the database `postgres` on a server, or on the coordinator of a cluster and its data nodes. */
export type Nodes = readonly [coordinator: string, ...dataNodes: string[]];

export const databaseOf = (url: string, name: string): string => {
  const changed = new URL(url);
  changed.pathname = `/${name}`;
  return changed.href;
};

export const loginAs = (url: string, user: string, password: string): string =>
  Object.assign(new URL(url), { username: user, password }).href;

export interface TestDatabase extends DatabaseUrls {
  /** Bypasses row-level security. For checking stored rows, never for the code under test. */
  superuserUrl: string;
  name: string;
  nodes: Nodes;
}

/** The ways to log in to a database of the server or cluster. */
export function urlsOf(nodes: Nodes, name: string): TestDatabase {
  const superuserUrl = databaseOf(nodes[0], name);
  return {
    name,
    nodes,
    superuserUrl,
    ownerUrl: loginAs(superuserUrl, roles.owner, testPasswords.owner),
    apiUrl: loginAs(superuserUrl, roles.api, testPasswords.api),
    workerUrl: loginAs(superuserUrl, roles.worker, testPasswords.worker),
  };
}

/** The data nodes that the named coordinator knows, reached with its login. */
export async function nodesOf(coordinatorUrl: string): Promise<Nodes> {
  const rows = await withClient(coordinatorUrl, listDataNodes);
  const urls = rows.map(({ host, port }) => Object.assign(new URL(coordinatorUrl), { hostname: host, port }).href);
  return [coordinatorUrl, ...urls];
}

interface DataNode {
  readonly host: string;
  readonly port: number;
}

const listDataNodes = async (client: Client): Promise<readonly DataNode[]> =>
  (
    await client.query<DataNode>(
      'select nodename as host, nodeport as port from pg_dist_node where isactive and groupid > 0 order by groupid',
    )
  ).rows;

/** Creates a database with this name on each node, and makes those of the data nodes known to the coordinator. */
export async function prepareCluster([coordinator, ...dataNodes]: Nodes, name: string): Promise<void> {
  for (const node of [coordinator, ...dataNodes]) {
    await dropDatabase([node], name);
    await withClient(node, (client) => prepareDatabase(client, name));
    await withClient(databaseOf(node, name), (client) => client.query('create extension citus'));
  }
  await withClient(databaseOf(coordinator, name), async (client) => {
    const { hostname, port } = new URL(coordinator);
    await client.query('select citus_set_coordinator_host($1, $2::int)', [hostname, port]);
    for (const node of dataNodes) {
      const { hostname: host, port: number } = new URL(node);
      await client.query('select citus_add_node($1, $2::int)', [host, number]);
    }
  });
}

/**
 * Copies a database, which must be idle, on each node. The copies find each other by their name, and object ids, which
 * the coordinator's metadata contain, are the same in a copy.
 */
export async function copyDatabase(nodes: Nodes, from: string, to: string): Promise<void> {
  await eachNode(nodes, async (client) => {
    // Copying the files takes half of the time of the default, which writes every page to the log as well.
    const statement = `create database ${to} template ${from} owner ${roles.owner} strategy file_copy`;
    await (nodes.length > 1 ? runWithoutConnections(client, { statement, name: from }) : client.query(statement));
    // A clone inherits everything except the rights on the database itself.
    const granted = await client.query<{ role: string; right: string }>(
      `select r.rolname as role, a.privilege_type as right
       from pg_database d, aclexplode(d.datacl) a join pg_roles r on r.oid = a.grantee
       where d.datname = $1 and r.rolname = any($2)`,
      [from, [roles.api, roles.worker]],
    );
    for (const { role, right } of granted.rows) await client.query(`grant ${right} on database ${to} to ${role}`);
  });
}

const isInUse = '55006';
/** The maximum number of attempts. In each, PostgreSQL waits for five seconds until nobody uses the database. */
const mostTries = 6;

/**
 * Runs a statement that needs a database without connections. It first ends the connections between the nodes of a
 * cluster and those of a Citus daemon, which may come back before the statement begins.
 */
async function runWithoutConnections(
  client: Client,
  { statement, name }: { statement: string; name: string },
): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    await client.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name]);
    try {
      await client.query(statement);
      return;
    } catch (error) {
      if (!(error instanceof DatabaseError) || error.code !== isInUse || tries >= mostTries) throw error;
    }
  }
}

export const dropDatabase = (nodes: Nodes, name: string): Promise<void> =>
  eachNode(nodes, async (client) => {
    const statement = `drop database if exists ${name} with (force)`;
    await (nodes.length > 1 ? runWithoutConnections(client, { statement, name }) : client.query(statement));
  });

async function eachNode(nodes: Nodes, work: (client: Client) => Promise<unknown>): Promise<void> {
  await Promise.all(nodes.map((node) => withClient(node, work)));
}
