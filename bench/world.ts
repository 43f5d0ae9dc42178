import { fork } from 'node:child_process';
import { mkdtempSync, chmodSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { watchdogs } from '@app/shared/watchdogs/registry.ts';
import { withClient } from '../scripts/database.ts';
import { openHouse } from '../scripts/house.ts';
import { freePort } from '../scripts/ports.ts';
import { postgresUrl } from '../scripts/postgres.ts';
import { productSession } from '../scripts/product-session.ts';
import { secretsOf } from '../scripts/secrets.ts';
import { cpuSeconds } from './lib/cpu.ts';
import { median, percentile, say, spread } from './lib/figures.ts';
import { get, load } from './lib/load.ts';
import { seedWorld } from './lib/seed-world.ts';

/**
 * P2: what a poll costs. The unchanged poll against a Fastify hello world in turn, the size and time of a 1 % delta,
 * the size and CPU of the first load. The goals stand beside the figures.
 */
const products = Number(process.argv[2] ?? 10_000);
const pairs = 5;
const requestsPerRun = 6000;
const connections = 8;

const folder = mkdtempSync(join(tmpdir(), 'watchpost-bench-'));
chmodSync(folder, 0o755);
const port = await freePort();
const house = await openHouse({
  dataFolder: folder,
  port,
  publicUrl: `http://127.0.0.1:${port}`,
  processes: [['api']],
  speedup: 1,
  sandbox: null,
  durable: true,
  environment: { LOG_LEVEL: 'warn' },
  logFiles: true,
});
const hello = fork(new URL('lib/hello.ts', import.meta.url));

try {
  await measure();
} finally {
  hello.disconnect();
  await house.close();
  await rm(folder, { recursive: true, force: true });
}

async function measure(): Promise<void> {
  const helloPort = await new Promise<number>((resolve) =>
    hello.once('message', (message: { port: number }) => resolve(message.port)),
  );
  const email = 'bench@watchpost.test';
  const session = productSession(house.url);
  await session.signUp({ email, password: 'correct horse 9', firstName: 'B', lastName: 'B', companyName: 'Bench' });
  const cookie = (await session.cookies()).map(({ name, value }) => `${name}=${value}`).join('; ');
  const headers = { cookie, 'accept-encoding': 'gzip' };
  const ownerUrl = superuser();
  const types = watchdogs.map((watchdog) => watchdog.type);
  const tenantId = await withClient(ownerUrl, (client) => seedWorld(client, { email, products, types }));
  say(`node ${process.version}, ${products} products × ${types.length} watchdogs, 3 % not ok`);

  const world = `${house.url}/api/sentinel/stateoftheworld`;
  const first = await firstLoad(world, headers);
  const state = encodeURIComponent(first.state);
  await unchangedPoll({ world: `${world}?state=${state}`, hello: `http://127.0.0.1:${helloPort}/`, headers });
  await delta({ world, headers, state, tenantId });
}

function superuser(): string {
  const database = house.database;
  if (!database) throw new Error('The benchmark keeps its own database');
  const password = secretsOf(folder).databasePasswords.postgres;
  return postgresUrl({ user: 'postgres', password, port: database.port, database: 'watchpost' });
}

function productPids(): number[] {
  const { postgres } = house.database ?? {};
  return [...house.processes.map((child) => child.pid), ...(postgres ? [postgres.pid] : [])];
}

async function firstLoad(world: string, headers: Record<string, string>): Promise<{ state: string }> {
  await get({ url: world, headers });
  const cpu: number[] = [];
  let bytes = 0;
  for (let run = 0; run < pairs; run += 1) {
    const before = cpuSeconds(productPids());
    const times = 4;
    for (let n = 0; n < times; n += 1) bytes = (await get({ url: world, headers })).body.length;
    cpu.push(((cpuSeconds(productPids()) - before) * 1000) / times);
  }
  say(`first load: ${(bytes / 1000).toFixed(0)} kB gzip (goal ≤ 750), ${spread(cpu, 0)} ms CPU (goal ≤ 60)`);
  const plain = await get({ url: world, headers: { cookie: headers.cookie ?? '' } });
  const { state } = JSON.parse(plain.body.toString()) as { state: string };
  return { state };
}

async function unchangedPoll(poll: { world: string; hello: string; headers: Record<string, string> }): Promise<void> {
  const ratios: number[] = [];
  const run = { requests: requestsPerRun, connections, headers: poll.headers };
  await load({ ...run, url: poll.world });
  await load({ ...run, url: poll.hello });
  for (let pair = 0; pair < pairs; pair += 1) {
    const ours = await load({ ...run, url: poll.world });
    const peer = await load({ ...run, url: poll.hello });
    if (ours.statuses.get(304) !== requestsPerRun)
      throw new Error(`Expected 304: ${JSON.stringify([...ours.statuses])}`);
    ratios.push(peer.seconds / ours.seconds);
  }
  say(`unchanged poll: ${spread(ratios)} × hello world (goal ≥ 0.80)`);
}

async function delta(given: {
  world: string;
  headers: Record<string, string>;
  state: string;
  tenantId: string;
}): Promise<void> {
  const changed = Math.round(products / 100);
  await withClient(superuser(), async (client) => {
    await client.query('begin');
    await client.query('update tenants set world_version = world_version + 1 where tenant_id = $1', [given.tenantId]);
    await client.query(
      `update items i
          set status = 2, message = 'The price fell from $34.90 to $24.90', version = t.world_version, changed_at = now()
         from tenants t
        where t.tenant_id = $1 and i.tenant_id = $1
          and i.product_id in (select product_id from products where tenant_id = $1 order by md5(asin) limit $2)`,
      [given.tenantId, changed],
    );
    await client.query(
      "select pg_notify('world', $1 || ':' || world_version) from tenants where tenant_id = $1::uuid",
      [given.tenantId],
    );
    await client.query('commit');
  });
  const url = `${given.world}?state=${given.state}`;
  const one = await get({ url, headers: given.headers });
  const { latenciesMs } = await load({ url, headers: given.headers, requests: 400, connections: 1 });
  say(
    `1 % delta: ${(one.body.length / 1000).toFixed(0)} kB gzip (goal ≤ 50), ` +
      `p50 ${median(latenciesMs).toFixed(1)} ms, p99 ${percentile(latenciesMs, 0.99).toFixed(1)} ms (goal ≤ 10)`,
  );
}
