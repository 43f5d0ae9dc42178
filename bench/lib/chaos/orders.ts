import { setTimeout as delay } from 'node:timers/promises';
import { waitUntil } from '../../../scripts/processes/wait-until.ts';
import type { Stage } from './burst.ts';

export interface CountedOrders {
  readonly placed: number;
  /** Ids of orders that were placed and are not known, or with other units. */
  readonly lost: readonly string[];
  /** Days of products whose sales are not the sum of their orders. */
  readonly miscounted: number;
}

/** Few enough for the ledger to name each order. */
const stepMinutes = 3;
const stepsPerKill = 6;
/** The marketplace does not tell of the youngest orders, nor we of those that are placed while these grow old enough. */
const settlesMinutes = 3;
const settleWithinMs = 90_000;
const longestUntilKillMs = 1500;

/**
 * Lets customers buy while the worker is killed over and over. Comes last: it moves the marketplace's clock ahead of
 * ours: orders of later count as placed now, and other facts that it dates ahead of us are not believed.
 */
export async function ordersUnderKills(stage: Stage, kills: number): Promise<CountedOrders> {
  const { marketplace, rows, worker, random } = stage;
  const sellers = new Set((await marketplace.sellers()).map(({ sellingPartnerId }) => sellingPartnerId));
  const ordersAfter = async (id: number) =>
    (await marketplace.ledgerAfter(id)).filter(
      ({ type, sellerId }) => type === 'orderPlaced' && sellers.has(sellerId ?? ''),
    );
  const lastId = async () => (await marketplace.ledgerAfter(0)).at(-1)?.id ?? 0;
  const since = await lastId();
  // Each time at least one order that is old enough to be told of: there is no other sign of life.
  const buy = async (): Promise<void> => {
    const before = await lastId();
    do {
      for (let step = 0; step < stepsPerKill; step += 1) await marketplace.advance(stepMinutes);
    } while ((await ordersAfter(before)).length === 0);
    await marketplace.advance(settlesMinutes);
  };
  await buy();
  for (let kill = 0; kill < kills; kill += 1) {
    await delay(random.int(0, longestUntilKillMs));
    const known = (await rows.orders()).size;
    await worker.kill(buy, async () => (await rows.orders()).size > known);
  }
  const placed = await ordersAfter(since);
  await marketplace.advance(settlesMinutes);
  const lost = async (): Promise<string[]> => {
    const known = await rows.orders();
    return placed.flatMap(({ detail }) =>
      known.get(String(detail['orderId'])) === Number(detail['quantity']) ? [] : [String(detail['orderId'])],
    );
  };
  await waitUntil('every order known', settleWithinMs, async () => (await lost()).length === 0).catch(
    (error: unknown) => stage.say(String(error)),
  );
  return { placed: placed.length, lost: await lost(), miscounted: await rows.countMiscounted() };
}
