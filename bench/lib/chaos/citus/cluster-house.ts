import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { freePort } from '../../../../scripts/processes/ports.ts';
import { openHouse, type House } from '../../../../scripts/start/house.ts';
import { openClusterDatabase, prepareClusterRoles } from '../../../../server/testing/database/cluster-database.ts';
import { nodesOf } from '../../../../server/testing/database/nodes.ts';
import { openTcpProxy, type TcpProxy } from '../../../../server/testing/database/tcp-proxy.ts';

/** The whole product on a cluster whose coordinator and data nodes are reached through proxies that can break. */
export interface ClusterHouse extends Pick<House, 'url'> {
  readonly sandboxUrl: string;
  readonly dataFolder: string;
  readonly coordinator: TcpProxy;
  /** The superuser's URL of a standby of the coordinator; `null` if none is named. */
  readonly standbyUrl: string | null;
  /** The data nodes by the port under which the coordinator knows them. */
  readonly nodes: ReadonlyMap<number, TcpProxy>;
  /** Connections to the coordinator that bypass row-level security. */
  readonly superuser: pg.Pool;
  close(): Promise<void>;
}

const name = 'watchpost_chaos';
/** With this speed-up an hourly check runs every 12 seconds. */
const speedup = 300;

/** Starts the product with a new database on the cluster. */
export async function openClusterHouse(directUrl: string, standbyUrl: string | null): Promise<ClusterHouse> {
  const closers: (() => Promise<unknown>)[] = [];
  const close = async (): Promise<void> => {
    for (let closer = closers.pop(); closer; closer = closers.pop()) await closer();
  };
  try {
    const [, ...dataNodes] = await nodesOf(directUrl);
    const coordinator = await openTcpProxy(Number(new URL(directUrl).port));
    closers.push(coordinator.close);
    const coordinatorUrl = coordinator.url(directUrl);
    const proxies = await Promise.all(dataNodes.map((url) => openTcpProxy(Number(new URL(url).port))));
    closers.push(() => Promise.all(proxies.map((proxy) => proxy.close())));
    const known = dataNodes.map((url, index) => proxies[index]?.url(url) ?? url);
    await prepareClusterRoles(coordinatorUrl);
    const database = await openClusterDatabase({ nodes: [coordinatorUrl, ...dataNodes], name, known });
    closers.push(database.drop);
    const dataFolder = mkdtempSync(join(tmpdir(), 'watchpost-cluster-'));
    if (process.env['KEEP_DATA'] === undefined) {
      closers.push(() => rm(dataFolder, { recursive: true, force: true }));
    }
    const port = await freePort();
    const house = await openHouse({
      dataFolder,
      port,
      publicUrl: `http://127.0.0.1:${port}`,
      processes: [['api'], ['worker']],
      speedup,
      sandbox: { port: await freePort(), smtpPort: await freePort(), life: false },
      durable: true,
      environment: { LOG_LEVEL: 'warn', ...database.environment },
      logFiles: true,
    });
    closers.push(house.close);
    const superuser = new pg.Pool({ connectionString: database.superuserUrl, max: 4 });
    superuser.on('error', () => undefined);
    closers.push(() => superuser.end());
    return {
      url: house.url,
      sandboxUrl: house.sandbox?.url ?? '',
      dataFolder,
      coordinator,
      standbyUrl,
      nodes: new Map(proxies.map((proxy) => [proxy.port, proxy])),
      superuser,
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}
