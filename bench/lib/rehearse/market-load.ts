import { setTimeout as delay } from 'node:timers/promises';
import { createRandom } from '../../../sandbox/src/world/random.ts';
import { choosePairs, restoringEvent, type RedPair } from '../chaos/red-pairs.ts';
import type { BenchMarketplace, LedgerEntry } from '../house/marketplace.ts';

interface MarketLoad {
  /** Returns the number of events that turned an item red and have not been undone. */
  readonly red: () => number;
  readonly events: () => number;
  stop(): Promise<void>;
}

const pauseMs = 120;
const pairsPerRound = 12;
/**
 * The minutes by which the sandbox's clock advances per round. A longer advance would get one summary line instead of a
 * line per order.
 */
const minutesPerRound = 3;

/** Triggers events and orders at the marketplace until it is stopped, and undoes each event after some seconds. */
export function startMarketLoad(
  marketplace: BenchMarketplace,
  { watched, seed }: { watched: ReadonlySet<string>; seed: string },
): MarketLoad {
  const random = createRandom(seed);
  const red = new Map<RedPair, LedgerEntry>();
  let events = 0;
  let isStopped = false;

  async function turnRed(pair: RedPair): Promise<void> {
    const [entry] = await marketplace.triggerEvents([pair.event]);
    if (entry) red.set(pair, entry);
  }

  async function undo(pair: RedPair): Promise<void> {
    const entry = red.get(pair);
    if (entry) await marketplace.triggerEvents([restoringEvent(pair, entry)]);
    red.delete(pair);
  }

  async function run(): Promise<void> {
    for (let round = 0; ; round += 1) {
      const products = (await marketplace.sellers()).flatMap((seller) => seller.products);
      const free = products.filter(({ asin, marketplace: place }) => watched.has(`${asin} ${place}`));
      const pairs = choosePairs(free, { count: pairsPerRound, round, random });
      await marketplace.advance(minutesPerRound);
      for (const change of [turnRed, undo])
        for (const pair of pairs) {
          if (isStopped) return;
          await change(pair);
          events += 1;
          await delay(pauseMs);
        }
    }
  }

  const running = run();
  // Keeps Node from ending on a failure of the load. `stop` reports the failure.
  running.catch(() => undefined);
  return {
    red: () => red.size,
    events: () => events,
    async stop() {
      isStopped = true;
      await running;
    },
  };
}
