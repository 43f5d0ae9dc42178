import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from 'pg';
import { watchdogOf } from '@app/shared/watchdogs/registry.ts';
import { createRandom } from '../../../sandbox/src/world/random.ts';
import { withClient } from '../../../scripts/postgres/database.ts';
import { waitUntil } from '../../../scripts/processes/wait-until.ts';
import { checkMinutes } from '../../../server/src/features/observing/sweeping/due/pace.ts';
import { openBenchHouse, type BenchHouse } from '../house/bench-house.ts';
import { connectOwner } from '../house/connected-owner.ts';
import { benchMarketplace } from '../house/marketplace.ts';
import { productRows } from '../chaos/product-rows.ts';
import { choosePairs } from '../chaos/red-pairs.ts';
import { reconcile } from '../chaos/reconcile.ts';

/** With this speed-up an hourly check runs every 12 seconds. */
const speedup = 300;
const withinMs = 60_000;
/** The longest random pause between two events. Random pauses make the events occur at any phase of a sweep. */
const longestPauseMs = 2000;

interface SweepOptions {
  readonly events: number;
  readonly say: (line: string) => void;
}

/** Measures the time from event to flip without notifications, by watchdog, in units of its check period. */
export async function measureSweepLatency(options: SweepOptions): Promise<ReadonlyMap<string, readonly number[]>> {
  const house = await openBenchHouse({ processes: [['api'], ['worker']], speedup, sandbox: 'silent' });
  try {
    return await withClient(house.superuserUrl, (client) => measureSweeps(house, { ...options, client }));
  } finally {
    await house.close();
  }
}

async function measureSweeps(house: BenchHouse, { events, say, client }: SweepOptions & { client: Client }) {
  const marketplace = benchMarketplace(house.sandbox?.url ?? '');
  const sellers = await marketplace.sellers();
  await connectOwner(house.url, { sellers, client, isPushOn: false });
  const rows = productRows(client);
  const watched = await rows.watched();
  say(`node ${process.version}, ${watched.size} products, notifications off`);
  const products = sellers.flatMap((seller) => seller.products);
  const random = createRandom('sweep');
  const pairs = choosePairs(
    products.filter((one) => watched.has(`${one.asin} ${one.marketplace}`)),
    { count: events, round: 0, random },
  );
  for (const { event } of pairs) {
    await delay(random.int(0, longestPauseMs));
    await marketplace.triggerEvents([event]);
  }
  await waitUntil('a red item for every event', withinMs, async () => (await rows.countRed()) >= events);
  const flips = await rows.redFlipsAfter('0');
  const { delays } = reconcile({ ledger: await marketplace.ledgerAfter(0), flips, mails: [] });
  const byType = [...Map.groupBy(delays, ({ type }) => type)];
  return new Map(byType.map(([type, ofType]) => [type, ofType.map(({ ms }) => ms / periodMs(type))]));
}

function periodMs(type: string): number {
  const minutes = (watchdogOf(type)?.reads ?? []).map((aspect) => checkMinutes({ aspects: [aspect] }));
  return (Math.min(...minutes) * 60_000) / speedup;
}
