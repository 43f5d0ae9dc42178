import type { Client } from 'pg';
import { prepareDatabase, roles, withClient } from '../../../scripts/postgres/database.ts';

/** Superuser's URLs of the database `postgres` on a server, or on the coordinator of a cluster and its data nodes. */
export type Nodes = readonly [coordinator: string, ...dataNodes: string[]];

export const databaseOf = (url: string, name: string): string => {
  const changed = new URL(url);
  changed.pathname = `/${name}`;
  return changed.href;
};

export const loginAs = (url: string, user: string, password: string): string =>
  Object.assign(new URL(url), { username: user, password }).href;

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

/** Makes a database with this name on each node, whose coordinator distributes to the nodes. */
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
    // The connections between nodes and a daemon of Citus stay for a while.
    if (nodes.length > 1)
      await client.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [from]);
    // Copying the files takes half of the time of the default, which writes every page to the log as well.
    await client.query(`create database ${to} template ${from} owner ${roles.owner} strategy file_copy`);
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

export const dropDatabase = (nodes: Nodes, name: string): Promise<void> =>
  eachNode(nodes, (client) => client.query(`drop database if exists ${name} with (force)`));

async function eachNode(nodes: Nodes, work: (client: Client) => Promise<unknown>): Promise<void> {
  await Promise.all(nodes.map((node) => withClient(node, work)));
}
