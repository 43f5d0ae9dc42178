import { fork } from 'node:child_process';
import { watchdogs } from '@app/shared/watchdogs/registry.ts';
import { withClient } from '../scripts/postgres/database.ts';
import { productSession } from '../scripts/sessions/product-session.ts';
import { openBenchHouse, type BenchHouse } from './lib/house/bench-house.ts';
import { cpuSeconds } from './lib/cpu.ts';
import { median, percentile, say, spread } from './lib/figures.ts';
import { load, send } from './lib/requests.ts';
import { changeSome, seedWorld, skipVersions } from './lib/house/seed-world.ts';

interface WorldOptions {
  readonly products: number;
  /** Number of alternating measurements of the product and the peer. */
  readonly pairs: number;
  readonly requestsPerRun: number;
  /** The number of members of one incident; without it there is no incident. */
  readonly members?: number;
  readonly say: (line: string) => void;
}

interface Measurement extends WorldOptions {
  readonly house: BenchHouse;
  readonly headers: Readonly<Record<string, string>>;
  /** URL of the world state. */
  readonly world: string;
}

const connections = 8;

if (import.meta.main) {
  const [products = 10_000, members = 0] = process.argv.slice(2).map(Number);
  await benchWorld({ products, members, pairs: 5, requestsPerRun: 6000, say });
}

/**
 * Measures the cost of a poll: the unchanged poll compared with a Fastify hello world, the size and time of a 1 %
 * delta, and the size and CPU of the first load. The goals are printed next to the results.
 */
export async function benchWorld(options: WorldOptions): Promise<void> {
  const house = await openBenchHouse({ processes: [['api']], speedup: 1, sandbox: 'none' });
  const hello = fork(new URL('lib/hello.ts', import.meta.url));
  try {
    const helloPort = await new Promise<number>((resolve) =>
      hello.once('message', (message: { port: number }) => resolve(message.port)),
    );
    await measure({ ...options, house, hello: `http://127.0.0.1:${helloPort}/` });
  } finally {
    hello.disconnect();
    await house.close();
  }
}

async function measure(options: WorldOptions & { house: BenchHouse; hello: string }): Promise<void> {
  const { house, products, members = 0, hello } = options;
  const email = 'bench@watchpost.test';
  const session = productSession(house.url);
  await session.signUp({ email, password: 'correct horse 9', firstName: 'B', lastName: 'B', companyName: 'Bench' });
  const cookie = session
    .cookies()
    .map(({ name, value }) => `${name}=${value}`)
    .join('; ');
  const types = watchdogs.filter((watchdog) => !watchdog.hasOwnItems).map((watchdog) => watchdog.type);
  const tenantId = await withClient(house.superuserUrl, (client) =>
    seedWorld(client, { email, products, types, members }),
  );
  options.say(
    `node ${process.version}, ${products} products × ${types.length} watchdogs, 3 % with an issue, ${members} in one incident`,
  );

  const headers = { cookie, 'accept-encoding': 'gzip' };
  const measuring = { ...options, headers, world: `${house.url}/api/sentinel/stateoftheworld` };
  const state = encodeURIComponent((await measureFirstLoad(measuring, tenantId)).state);
  await measureUnchangedPoll(measuring, { state, hello });
  await measureDelta(measuring, { state, tenantId });
}

function productPids(house: BenchHouse): number[] {
  const { postgres } = house.database ?? {};
  return [...house.processes.map((child) => child.pid), ...(postgres ? [postgres.pid] : [])];
}

async function measureFirstLoad(
  { house, world, headers, products, pairs, say: print }: Measurement,
  tenantId: string,
): Promise<{ state: string }> {
  // The browser requests the packed format, which stores the world by columns.
  const url = `${world}?init=true&packed=true&parts=true`;
  const change = (changed: number) =>
    withClient(house.superuserUrl, (client) => changeSome(client, { tenantId, changed }));
  const loadOnce = async () => {
    const before = cpuSeconds(productPids(house));
    const { body } = await send({ url, headers });
    return { bytes: body.length, cpuMs: (cpuSeconds(productPids(house)) - before) * 1000 };
  };
  await loadOnce();
  const anew: number[] = [];
  const again: number[] = [];
  const behind: number[] = [];
  let bytes = 0;
  for (let run = 0; run < pairs; run += 1) {
    // A new epoch, as after a restore, makes every browser load the whole world again.
    await withClient(house.superuserUrl, (client) =>
      client.query('update tenants set world_epoch = $2 where tenant_id = $1', [tenantId, `epoch${run}`]),
    );
    anew.push((await loadOnce()).cpuMs);
    await change(0);
    // Eight loads are averaged, because a tick of the CPU clock is longer than one load.
    let sum = 0;
    for (let n = 0; n < 8; n += 1) sum += (await loadOnce()).cpuMs / 8;
    again.push(sum);
    await change(Math.ceil(products / 1000));
    const changed = await loadOnce();
    behind.push(changed.cpuMs);
    ({ bytes } = changed);
  }
  print(
    `first load: ${(bytes / 1000).toFixed(0)} kB gzip (goal ≤ 750), ${spread(again, 0)} ms CPU from the kept world ` +
      `(goal ≤ 100), ${spread(behind, 0)} when 0.1 % has changed since, ${spread(anew, 0)} read anew`,
  );
  const plain = await send({ url, headers: { cookie: headers['cookie'] ?? '' } });
  const { state } = JSON.parse(plain.body.toString()) as { state: string };
  return { state };
}

async function measureUnchangedPoll(
  { world, headers, pairs, requestsPerRun, say: print }: Measurement,
  { state, hello }: { state: string; hello: string },
): Promise<void> {
  const ratios: number[] = [];
  const run = { requests: requestsPerRun, connections, headers };
  const url = `${world}?state=${state}`;
  await load({ ...run, url });
  await load({ ...run, url: hello });
  for (let pair = 0; pair < pairs; pair += 1) {
    const ours = await load({ ...run, url });
    const peer = await load({ ...run, url: hello });
    if (ours.statuses.get(304) !== requestsPerRun)
      throw new Error(`Expected 304: ${JSON.stringify([...ours.statuses])}`);
    ratios.push(peer.seconds / ours.seconds);
  }
  print(`unchanged poll: ${spread(ratios)} × hello world (goal ≥ 0.80)`);
}

async function measureDelta(
  { house, world, headers, products, requestsPerRun, say: print }: Measurement,
  given: { state: string; tenantId: string },
): Promise<void> {
  const requests = Math.min(400, requestsPerRun);
  const deltaSince = (state: string): string => `${world}?packed=true&state=${state}`;
  const measureRequests = async (url: string | ((request: number) => string)): Promise<string> => {
    const before = cpuSeconds(productPids(house));
    const { latenciesMs } = await load({ url, headers, requests, connections: 1 });
    const cpuMs = ((cpuSeconds(productPids(house)) - before) * 1000) / requests;
    const [p50, p99] = [median(latenciesMs), percentile(latenciesMs, 0.99)];
    return `${cpuMs.toFixed(1)} ms CPU, p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`;
  };
  for (const percent of [0.1, 1]) {
    const first = await withClient(house.superuserUrl, async (client) => {
      const version = await skipVersions(client, { tenantId: given.tenantId, count: requests });
      await changeSome(client, { tenantId: given.tenantId, changed: Math.ceil((products / 100) * percent) });
      return version;
    });
    const one = await send({ url: deltaSince(given.state), headers });
    const shared = await measureRequests(deltaSince(given.state));
    // Browsers that hold the same state share one delta, which the API reads once.
    const apart = await measureRequests((request) =>
      deltaSince(given.state.replace(/\.\d+\./, `.${first + 1 + request}.`)),
    );
    print(
      `${percent} % delta: ${(one.body.length / 1000).toFixed(0)} kB gzip (goal ≤ 50), ${apart} (goal ≤ 10); ` +
        `asked for by others too: ${shared}`,
    );
  }
}
