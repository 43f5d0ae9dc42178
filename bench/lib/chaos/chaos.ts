import type { Client } from 'pg';
import { createRandom } from '../../../sandbox/src/world/random.ts';
import { withClient } from '../../../scripts/postgres/database.ts';
import { openBenchHouse, type BenchHouse } from '../house/bench-house.ts';
import { burstUnderKills, type Stage } from './burst.ts';
import { connectOwner } from '../house/connected-owner.ts';
import { benchMarketplace } from '../house/marketplace.ts';
import { productRows } from './product-rows.ts';
import { reconcile, type Reconciled } from './reconcile.ts';
import { ordersUnderKills, type CountedOrders } from './orders.ts';
import { choosePairs, ofEveryForm } from './red-pairs.ts';
import { restartedWorker } from './restarted-worker.ts';
import { openChannels, type ToldChannel } from './told-channels.ts';

export interface ChaosOptions {
  readonly kills: number;
  readonly killsPerBurst: number;
  readonly pairsPerBurst: number;
  /** Kills while customers buy. */
  readonly killsAmongOrders: number;
  /** The same seed chooses the same pairs and the same moments. */
  readonly seed: string;
  readonly say: (line: string) => void;
}

export interface ChaosOutcome extends Reconciled {
  readonly repeatedRevisions: number;
  readonly unsent: number;
  readonly orders: CountedOrders;
  /** Mail, webhooks and Slack: the product's deliveries beside the ledger of who took them. */
  readonly told: readonly ToldChannel[];
  /** From each kill to the next flip. */
  readonly recoveriesMs: readonly number[];
}

/** An hourly check comes every 12 seconds. */
const speedup = 300;

/** Kills the worker in the middle of bursts, and compares the ledger of the marketplace with what became of it. */
export async function chaos(options: ChaosOptions): Promise<ChaosOutcome> {
  const house = await openBenchHouse({ processes: [['api'], ['worker']], speedup, sandbox: 'notifying' });
  try {
    return await withClient(house.superuserUrl, (client) => inHouse(house, { ...options, client }));
  } finally {
    await house.close();
  }
}

async function inHouse(house: BenchHouse, options: ChaosOptions & { client: Client }): Promise<ChaosOutcome> {
  const { client, say } = options;
  const marketplace = benchMarketplace(house.sandbox?.url ?? '');
  const rows = productRows(client);
  const session = await connectOwner(house.url, { client, sellers: await marketplace.sellers() });
  const compareTold = await openChannels(session, { marketplace, rows });
  const watched = await rows.watched();
  const before = { ledger: (await marketplace.ledgerAfter(0)).at(-1)?.id ?? 0, flip: await rows.lastFlipId() };
  await marketplace.clearMails();
  say(`${watched.size} products of ${(await marketplace.sellers()).length} sellers, seed ${options.seed}`);

  const stage = { marketplace, rows, say, worker: restartedWorker(house, rows), random: createRandom(options.seed) };
  const recoveriesMs = await bursts(stage, { ...options, watched });
  const flips = await rows.redFlipsAfter(before.flip);
  const ledger = await marketplace.ledgerAfter(before.ledger);
  const found = {
    ...reconcile({ ledger, flips, mails: await marketplace.mails() }),
    repeatedRevisions: await rows.countRepeatedRevisions(),
    unsent: await rows.countUnsent(),
    recoveriesMs,
    told: await compareTold(before.flip),
  };
  return { ...found, orders: await ordersUnderKills(stage, options.killsAmongOrders) };
}

async function bursts(stage: Stage, options: ChaosOptions & { watched: ReadonlySet<string> }): Promise<number[]> {
  const { kills, killsPerBurst, pairsPerBurst, watched } = options;
  const recoveriesMs: number[] = [];
  for (let round = 0; recoveriesMs.length < kills; round += 1) {
    const sellers = await stage.marketplace.sellers();
    const products = sellers.flatMap((seller) => seller.products);
    const pairs = choosePairs(
      products.filter(({ asin, marketplace }) => watched.has(`${asin} ${marketplace}`)),
      { count: pairsPerBurst, round, random: stage.random, groups: ofEveryForm },
    );
    const burst = { pairs, kills: Math.min(killsPerBurst, kills - recoveriesMs.length) };
    const took = await burstUnderKills(stage, burst);
    recoveriesMs.push(...took);
    stage.say(`burst ${round + 1}: ${pairs.length} pairs red and well again through ${took.length} kills`);
  }
  return recoveriesMs;
}

/** Whether anything was lost or doubled; mails that were repeated under their own Message-ID are not. */
export const isViolated = (outcome: ChaosOutcome): boolean =>
  [outcome.lost, outcome.doubled, outcome.unnamed].some((pairs) => pairs.length > 0) ||
  outcome.orders.lost.length > 0 ||
  outcome.orders.miscounted > 0 ||
  outcome.repeatedRevisions > 0 ||
  outcome.unsent > 0 ||
  outcome.told.some(({ missing, unknown, refused }) => missing.length + unknown.length + refused.length > 0);
