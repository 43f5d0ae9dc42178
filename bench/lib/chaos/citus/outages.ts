import { withClient } from '../../../../scripts/postgres/database.ts';
import type { TcpProxy } from '../../../../server/testing/database/tcp-proxy.ts';
import type { ClusterHouse } from './cluster-house.ts';
import { nodeOf, type PlacedTenant } from './tenants.ts';

/** An outage of the data node of one tenant, while another tenant is on another data node. */
export interface NodeOutage {
  readonly name: string;
  /**
   * Whether the outage needs a standby of the coordinator. The standby is promoted, so only one such outage can run.
   */
  readonly needsStandby?: boolean;
  /** Whether the tenant on the affected node is not served until the outage ends. */
  readonly isAway: boolean;
  /** The longest time from the end of the outage until all work of the affected tenant is done. */
  readonly healsWithinMs: number;
  begin(house: ClusterHouse, far: PlacedTenant): Promise<void>;
  end(house: ClusterHouse, far: PlacedTenant): Promise<void>;
}

const healsWithinMs = 25_000;

async function proxyOf(house: ClusterHouse, { tenantId }: PlacedTenant): Promise<TcpProxy> {
  const proxy = house.nodes.get(await nodeOf(house.superuser, tenantId));
  if (!proxy) throw new Error('The tenant lies on no known data node');
  return proxy;
}

export const nodeOutages: readonly NodeOutage[] = [
  {
    name: 'a data node refuses connections',
    isAway: true,
    healsWithinMs,
    begin: async (house, far) => (await proxyOf(house, far)).refuse(),
    end: async (house, far) => (await proxyOf(house, far)).restore(),
  },
  {
    name: 'a data node falls silent',
    isAway: true,
    healsWithinMs,
    begin: async (house, far) => (await proxyOf(house, far)).fallSilent(),
    async end(house, far) {
      const proxy = await proxyOf(house, far);
      proxy.restore();
      proxy.reset();
    },
  },
  {
    name: 'a tenant moves to another data node',
    isAway: false,
    healsWithinMs,
    begin: moveTenant,
    end: async () => undefined,
  },
  {
    name: 'the coordinator is killed',
    needsStandby: true,
    isAway: false,
    healsWithinMs,
    begin: failOver,
    end: async () => undefined,
  },
];

/** Kills the coordinator's server through `copy … to program`, which runs on its machine, and promotes the standby. */
async function failOver({ superuser, coordinator, standbyUrl }: ClusterHouse): Promise<void> {
  if (standbyUrl === null) throw new Error('No standby of the coordinator is named');
  const server = "'kill -9 $(head -1 postmaster.pid)'";
  await superuser.query(`copy (select 1) to program ${server}`).catch(() => undefined);
  coordinator.refuse();
  await withClient(standbyUrl, (client) => client.query('select pg_promote()'));
  coordinator.leadTo(Number(new URL(standbyUrl).port));
  coordinator.restore();
}

/** Moves the tenant to a shard of its own and that shard to another data node, as docs/scale-out.md describes. */
async function moveTenant({ superuser, nodes }: ClusterHouse, { tenantId }: PlacedTenant): Promise<void> {
  const from = await nodeOf(superuser, tenantId);
  const to = [...nodes.keys()].find((port) => port !== from);
  const { rows } = await superuser.query<{ shard: string }>(
    "select isolate_tenant_to_new_shard('tenants', $1::uuid, 'CASCADE', 'block_writes') as shard",
    [tenantId],
  );
  await superuser.query("select citus_move_shard_placement($1, '127.0.0.1', $2, '127.0.0.1', $3)", [
    rows[0]?.shard,
    from,
    to,
  ]);
}
