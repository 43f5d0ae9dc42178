import { setTimeout as delay } from 'node:timers/promises';
import { watchdogOf } from '@app/shared/watchdogs/registry.ts';
import { createRandom } from '../../../sandbox/src/world/random.ts';
import { withClient } from '../../../scripts/postgres/database.ts';
import { waitUntil } from '../../../scripts/processes/wait-until.ts';
import { openBenchHouse } from '../house/bench-house.ts';
import { connectOwner } from '../house/connected-owner.ts';
import { openDashboardPage, type DashboardPage } from '../ui/dashboard-page.ts';
import { benchMarketplace, type BenchMarketplace } from '../house/marketplace.ts';
import { measureFloor } from './notify-floor.ts';
import { choosePairs, kindTurnedRed, type RedPair } from '../chaos/red-pairs.ts';
import { nowMs, openWorldStream, type WorldStream } from './world-stream.ts';

interface PushLatency {
  readonly floorMs: readonly number[];
  /**
   * Latency to the stream in milliseconds, by path: either the notification contains the facts, or they are reread
   * because of it.
   */
  readonly streamMs: ReadonlyMap<string, readonly number[]>;
  readonly pageMs: readonly number[];
  readonly mailMs: readonly number[];
}

interface LatencyOptions {
  readonly events: number;
  readonly say: (line: string) => void;
}

/** With this speed-up, reconciling sweeps run every four minutes, too rarely to be mistaken for a notification. */
const speedup = 60;
/**
 * The pause between two changes. A stream sends one event per second on average, so a shorter pause would delay a
 * change.
 */
const restMs = 1100;
const withinMs = 30_000;
/** The events, each of which sends a mail. No mail tells of another seller of a product that several sell already. */
const pathOfEvent: Readonly<Record<string, string>> = {
  buyBoxLost: 'facts in the notification',
  listingSuspended: 'facts reread after the notification',
};

interface PushSetup {
  readonly marketplace: BenchMarketplace;
  readonly stream: WorldStream;
  readonly page: DashboardPage;
}

export async function measurePushLatency({ events, say }: LatencyOptions): Promise<PushLatency> {
  const house = await openBenchHouse({ processes: [['api'], ['worker']], speedup, sandbox: 'notifying' });
  try {
    const marketplace = benchMarketplace(house.sandbox?.url ?? '');
    const sellers = await marketplace.sellers();
    const session = await withClient(house.superuserUrl, (client) => connectOwner(house.url, { sellers, client }));
    const stream = await openWorldStream(house.url, session);
    const page = await openDashboardPage(house.url, session);
    say(`node ${process.version}, ${stream.productIds.size} products, notifications on`);
    try {
      return await measure({ marketplace, stream, page }, { events, superuserUrl: house.superuserUrl });
    } finally {
      stream.close();
      await page.close();
    }
  } finally {
    await house.close();
  }
}

async function measure(
  stage: PushSetup,
  { events, superuserUrl }: { events: number; superuserUrl: string },
): Promise<PushLatency> {
  const streamMs = new Map<string, number[]>();
  const pageMs: number[] = [];
  const mailMs: number[] = [];
  const floorMs: number[] = [];
  for (const pair of await announcedPairs(stage, events)) {
    floorMs.push(...(await measureFloor(superuserUrl, 5)));
    const found = await measureOne(stage, pair);
    const path = pathOfEvent[pair.event.type] ?? '';
    streamMs.set(path, [...(streamMs.get(path) ?? []), found.streamMs]);
    pageMs.push(found.pageMs);
    mailMs.push(found.mailMs);
  }
  return { floorMs, streamMs, pageMs, mailMs };
}

/** Returns pairs of watched product and event whose change is announced by push and sent by mail. */
async function announcedPairs({ marketplace, stream }: PushSetup, events: number): Promise<RedPair[]> {
  const products = (await marketplace.sellers()).flatMap((seller) => seller.products);
  const watched = products.filter((one) => stream.productIds.has(`${one.asin} ${one.marketplace}`));
  const pairs = choosePairs(watched, { count: watched.length * 2, round: 0, random: createRandom('latency') });
  return pairs.filter(({ event }) => pathOfEvent[event.type] !== undefined).slice(0, events);
}

async function measureOne({ marketplace, stream, page }: PushSetup, { product, event }: RedPair) {
  await marketplace.clearMails();
  await delay(Math.max(0, stream.lastEventAt() + restMs - nowMs()));
  const type = kindTurnedRed({ id: 0, at: '', kind: 'event', type: event.type, detail: {} }) ?? '';
  const productId = stream.productIds.get(`${product.asin} ${product.marketplace}`) ?? '';
  const said = page.whenTextAppears(
    `New alert: ${watchdogOf(type)?.headline ?? ''}, ${product.title}, ${product.marketplace}`,
  );
  const red = stream.red(type, productId);
  const [happened] = await marketplace.triggerEvents([event]);
  const at = Date.parse(happened?.at ?? '');
  const streamMs = (await resolveWithin(red, `${type} of ${product.asin} in the stream`)) - at;
  const pageMs = (await resolveWithin(said, `${type} of ${product.asin} on the page`)) - at;
  await waitUntil('the mail about the event', withinMs, async () => (await marketplace.mails()).length > 0);
  const [mail] = await marketplace.mails();
  return { streamMs, pageMs, mailMs: Date.parse(mail?.date ?? '') - at };
}

async function resolveWithin(instant: Promise<number>, what: string): Promise<number> {
  const late = new AbortController();
  const giveUp = delay(withinMs, null, { signal: late.signal }).then(() => {
    throw new Error(`Not within ${withinMs / 1000} s: ${what}`);
  });
  try {
    return await Promise.race([instant, giveUp]);
  } finally {
    late.abort();
    giveUp.catch(() => undefined);
  }
}
