import { prepareRoles, withClient } from '../../../scripts/postgres/database.ts';
import { dropDatabase, prepareCluster, testPasswords, urlsOf, type Nodes, type TestDatabase } from './nodes.ts';

export interface ClusterDatabase extends TestDatabase {
  /** The variables by which the product migrates and uses the database. */
  readonly environment: Readonly<Record<string, string>>;
  drop(): Promise<void>;
}

interface NewClusterDatabase {
  readonly nodes: Nodes;
  readonly name: string;
  /** The addresses by which the coordinator reaches the data nodes, if they differ from those of this process. */
  readonly known?: readonly string[];
}

/**
 * Gives the product's roles on a cluster the passwords of tests. Several processes must not do this at the same time.
 */
export const prepareClusterRoles = (coordinatorUrl: string): Promise<void> =>
  withClient(coordinatorUrl, (client) => prepareRoles(client, testPasswords));

/** Makes an empty database on a cluster that has the roles. The product migrates it when it starts. */
export async function openClusterDatabase({ nodes, name, known }: NewClusterDatabase): Promise<ClusterDatabase> {
  const [coordinator, ...dataNodes] = nodes;
  await prepareCluster([coordinator, ...(known ?? dataNodes)], name);
  const urls = urlsOf(nodes, name);
  const environment = {
    DATABASE_MIGRATE_URL: urls.ownerUrl,
    DATABASE_URL: urls.apiUrl,
    DATABASE_WORKER_URL: urls.workerUrl,
  };
  return { ...urls, environment, drop: () => dropDatabase(nodes, name) };
}
