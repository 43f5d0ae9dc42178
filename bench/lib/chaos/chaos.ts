import type { Client } from 'pg';
import { createRandom } from '../../../sandbox/src/world/random.ts';
import { withClient } from '../../../scripts/postgres/database.ts';
import { openBenchHouse, type BenchHouse } from '../house/bench-house.ts';
import { burstUnderKills, type ChaosContext } from './burst.ts';
import { connectOwner } from '../house/connected-owner.ts';
import { benchMarketplace, type CaughtMail } from '../house/marketplace.ts';
import { productRows } from './product-rows.ts';
import { reconcile, type Reconciliation } from './reconcile.ts';
import { ordersUnderKills, type CountedOrders } from './orders.ts';
import { choosePairs, groupsOfEverySourceForm } from './red-pairs.ts';
import { restartedWorker } from './restarted-worker.ts';
import { openChannels, type ChannelComparison } from './channel-comparison.ts';

export interface ChaosOptions {
  readonly kills: number;
  readonly killsPerBurst: number;
  readonly pairsPerBurst: number;
  /** Number of kills while orders are placed. */
  readonly killsAmongOrders: number;
  /** The same seed gives the same pairs and the same delays before the kills. */
  readonly seed: string;
  readonly say: (line: string) => void;
}

export interface ChaosOutcome extends Reconciliation {
  readonly repeatedRevisions: number;
  readonly unsent: number;
  readonly orders: CountedOrders;
  /** For mail, webhook and Slack: the product's deliveries compared with the messages that arrived. */
  readonly channels: readonly ChannelComparison[];
  /** Time from each kill to the next flip. */
  readonly recoveriesMs: readonly number[];
}

/** With this speed-up an hourly check runs every 12 seconds. */
const speedup = 300;

/** Kills the worker during bursts of events, and compares the sandbox's ledger with the flips, mails and messages. */
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
  const compareChannels = await openChannels(session, { marketplace, rows });
  const watched = await rows.watched();
  const before = { ledger: (await marketplace.ledgerAfter(0)).at(-1)?.id ?? 0, flip: await rows.lastFlipId() };
  await marketplace.clearMails();
  say(`${watched.size} products of ${(await marketplace.sellers()).length} sellers, seed ${options.seed}`);

  const context = { marketplace, rows, say, worker: restartedWorker(house, rows), random: createRandom(options.seed) };
  const { recoveriesMs, mails } = await bursts(context, { ...options, watched });
  const flips = await rows.redFlipsAfter(before.flip);
  const ledger = await marketplace.ledgerAfter(before.ledger);
  const found = {
    ...reconcile({ ledger, flips, mails }),
    repeatedRevisions: await rows.countRepeatedRevisions(),
    unsent: await rows.countUnsent(),
    recoveriesMs,
    channels: await compareChannels(before.flip, mails),
  };
  return { ...found, orders: await ordersUnderKills(context, options.killsAmongOrders) };
}

interface BurstResults {
  readonly recoveriesMs: readonly number[];
  /** All mails, the newest first. */
  readonly mails: readonly CaughtMail[];
}

async function bursts(
  context: ChaosContext,
  options: ChaosOptions & { watched: ReadonlySet<string> },
): Promise<BurstResults> {
  const { kills, killsPerBurst, pairsPerBurst, watched } = options;
  const { marketplace } = context;
  const recoveriesMs: number[] = [];
  const mails: CaughtMail[] = [];
  for (let round = 0; recoveriesMs.length < kills; round += 1) {
    const sellers = await marketplace.sellers();
    const products = sellers.flatMap((seller) => seller.products);
    const pairs = choosePairs(
      products.filter((product) => watched.has(`${product.asin} ${product.marketplace}`)),
      { count: pairsPerBurst, round, random: context.random, groups: groupsOfEverySourceForm },
    );
    const burst = { pairs, kills: Math.min(killsPerBurst, kills - recoveriesMs.length) };
    const took = await burstUnderKills(context, burst);
    recoveriesMs.push(...took);
    // The inbox keeps the newest 2,000 mails. Nothing is waiting to be sent now.
    mails.unshift(...(await marketplace.mails()));
    await marketplace.clearMails();
    context.say(`burst ${round + 1}: ${pairs.length} pairs turned red and restored, with ${took.length} kills`);
  }
  return { recoveriesMs, mails };
}

/** True if anything was lost or doubled. A mail repeated with the same Message-ID does not count as doubled. */
export const isViolated = (outcome: ChaosOutcome): boolean =>
  [outcome.lost, outcome.doubled, outcome.unnamed].some((pairs) => pairs.length > 0) ||
  outcome.orders.lost.length > 0 ||
  outcome.orders.miscounted > 0 ||
  outcome.repeatedRevisions > 0 ||
  outcome.unsent > 0 ||
  outcome.channels.some(({ missing, unknown, refused }) => missing.length + unknown.length + refused.length > 0);
