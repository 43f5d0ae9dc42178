import { randomUUID } from 'node:crypto';
import { nodesOf } from '../../server/testing/database/nodes.ts';
import { openClusterDatabase, type ClusterDatabase } from '../../server/testing/database/cluster-database.ts';

/** Makes a database on the cluster that the environment names. Returns `null` if it names none. */
export async function openNamedCluster(): Promise<ClusterDatabase | null> {
  const coordinatorUrl = process.env['CITUS'];
  if (coordinatorUrl === undefined) return null;
  const nodes = await nodesOf(coordinatorUrl);
  return openClusterDatabase({ nodes, name: `journeys_${randomUUID().replaceAll('-', '')}` });
}
