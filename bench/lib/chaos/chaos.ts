import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from 'pg';
import { createRandom } from '../../../sandbox/src/world/random.ts';
import { burstUnderKills, type ChaosContext, type Recovery } from './burst.ts';
import { connectOwner } from '../house/connected-owner.ts';
import { benchMarketplace, type CaughtMail } from '../house/marketplace.ts';
import { productRows } from './product-rows.ts';
import { reconcile, type Reconciliation } from './reconcile.ts';
import { ordersUnderKills, type CountedOrders } from './orders.ts';
import { choosePairs, groupsOfEverySourceForm } from './red-pairs.ts';
import { createKiller, type Victim } from './killer.ts';
import { openOutageHouse, type OutageHouse } from './outage/outage-house.ts';
import { openChannels, type ChannelComparison } from './channel-comparison.ts';

interface ChaosOptions {
  /** The number of the sandbox's sellers that are connected. */
  readonly sellers: number;
  readonly kills: number;
  /** The processes to kill in turn. */
  readonly victims: readonly Victim[];
  readonly killsPerBurst: number;
  readonly pairsPerBurst: number;
  /** Number of kills while orders are placed. */
  readonly killsAmongOrders: number;
  /** The same seed gives the same pairs and the same delays before the kills. */
  readonly seed: string;
  readonly say: (line: string) => void;
  /** Asked before each burst whether the run ends without it. */
  readonly endsEarly?: () => boolean;
}

export interface ChaosOutcome extends Reconciliation {
  readonly repeatedRevisions: number;
  readonly unsent: number;
  readonly orders: CountedOrders;
  /** For mail, webhook and Slack: the product's deliveries compared with the messages that arrived. */
  readonly channels: readonly ChannelComparison[];
  /** The time from each kill until the API answers again and there is a new flip. */
  readonly recoveries: readonly Recovery[];
}

/** Kills processes during bursts of events, and compares the sandbox's ledger with the flips, mails and messages. */
export async function chaos(options: ChaosOptions): Promise<ChaosOutcome> {
  const house = await openOutageHouse();
  try {
    return await inHouse(house, options);
  } finally {
    await house.close();
  }
}

async function inHouse(house: OutageHouse, options: ChaosOptions): Promise<ChaosOutcome> {
  const { say } = options;
  const client = clientOf(house);
  const marketplace = benchMarketplace(house.sandboxUrl);
  const rows = productRows(client);
  const sellers = (await marketplace.sellers()).slice(-options.sellers);
  const session = await connectOwner(house.url, { client, sellers });
  const compareChannels = await openChannels(session, { marketplace, rows });
  const watched = await rows.watched();
  const before = { ledger: (await marketplace.ledgerAfter(0)).at(-1)?.id ?? 0, flip: await rows.lastFlipId() };
  await marketplace.clearMails();
  say(`${watched.size} products of ${sellers.length} sellers, seed ${options.seed}`);

  const killer = createKiller({ house, rows, session });
  const context = { marketplace, sellers, rows, say, killer, random: createRandom(options.seed) };
  const { recoveries, mails } = await bursts(context, { ...options, watched });
  const flips = await rows.redFlipsAfter(before.flip);
  const ledger = await marketplace.ledgerAfter(before.ledger);
  const found = {
    ...reconcile({ ledger, flips, mails }),
    repeatedRevisions: await rows.countRepeatedRevisions(),
    unsent: await rows.countUnsent(),
    recoveries,
    channels: await compareChannels(before.flip, mails),
  };
  return {
    ...found,
    orders: await ordersUnderKills(context, inTurn(options.victims, { from: 0, count: options.killsAmongOrders })),
  };
}

interface BurstResults {
  readonly recoveries: readonly Recovery[];
  /** All mails, the newest first. */
  readonly mails: readonly CaughtMail[];
}

async function bursts(
  context: ChaosContext,
  options: ChaosOptions & { watched: ReadonlySet<string> },
): Promise<BurstResults> {
  const { kills, killsPerBurst, pairsPerBurst, watched, endsEarly = () => false } = options;
  const { marketplace, sellers } = context;
  const recoveries: Recovery[] = [];
  const mails: CaughtMail[] = [];
  for (let round = 0; recoveries.length < kills && !endsEarly(); round += 1) {
    const products = sellers.flatMap((seller) => seller.products);
    const pairs = choosePairs(
      products.filter((product) => watched.has(`${product.asin} ${product.marketplace}`)),
      { count: pairsPerBurst, round, random: context.random, groups: groupsOfEverySourceForm },
    );
    const count = Math.min(killsPerBurst, kills - recoveries.length);
    const victims = inTurn(options.victims, { from: recoveries.length, count });
    const took = await burstUnderKills(context, { pairs, victims });
    recoveries.push(...took);
    // The inbox keeps only the newest 2,000 mails, so it is read after each burst, when no mail waits to be sent.
    mails.unshift(...(await marketplace.mails()));
    await marketplace.clearMails();
    context.say(`burst ${round + 1}: ${pairs.length} pairs turned red and restored, with ${took.length} kills`);
  }
  return { recoveries, mails };
}

/** Returns the next victims in a fixed order, so that none is left out by chance. */
const inTurn = (victims: readonly Victim[], { from, count }: { from: number; count: number }): Victim[] =>
  Array.from({ length: count }, (_, index) => victims[(from + index) % victims.length] ?? 'worker');

const tries = 100;
const tryEveryMs = 200;

/**
 * Returns a client that repeats a query while the database recovers, because killing one backend closes the connections
 * of all.
 */
function clientOf({ database }: OutageHouse): Client {
  const query = async (...args: unknown[]): Promise<unknown> => {
    for (let left = tries; ; left -= 1) {
      try {
        return await Reflect.apply(database.superuser.query, database.superuser, args);
      } catch (error) {
        if (left === 0) throw error;
      }
      await delay(tryEveryMs);
    }
  };
  // The comparison only reads, so repeating a query changes nothing.
  return { query } as unknown as Client;
}

/** True if anything was lost or doubled. A mail repeated with the same Message-ID does not count as doubled. */
export const isViolated = (outcome: ChaosOutcome): boolean =>
  [outcome.lost, outcome.doubled, outcome.unnamed].some((pairs) => pairs.length > 0) ||
  outcome.orders.lost.length > 0 ||
  outcome.orders.miscounted > 0 ||
  outcome.repeatedRevisions > 0 ||
  outcome.unsent > 0 ||
  outcome.channels.some(({ missing, unknown, refused }) => missing.length + unknown.length + refused.length > 0);
