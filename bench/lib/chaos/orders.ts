import { setTimeout as delay } from 'node:timers/promises';
import { waitUntil } from '../../../scripts/processes/wait-until.ts';
import type { ChaosContext } from './burst.ts';
import type { Victim } from './killer.ts';

export interface CountedOrders {
  readonly placed: number;
  /** Placed orders that the product does not know, or knows with another number of units; a cancelled order has none. */
  readonly lost: readonly string[];
  /** Number of product days whose sales differ from the sum of their orders. */
  readonly miscounted: number;
}

/**
 * The minutes of one advance of the sandbox's clock. The ledger lists each order of a short advance; a longer one gets
 * one summary line.
 */
const stepMinutes = 3;
const stepsPerKill = 6;
/**
 * The minutes until a new order can be read. The orders API does not return orders younger than two minutes; more
 * orders are placed while these age.
 */
const settlesMinutes = 3;
const settleWithinMs = 180_000;
const longestUntilKillMs = 1500;

/**
 * Advances the sandbox so that orders are placed, while processes are killed. Must run last: it puts the
 * sandbox's clock ahead of the product's, which counts orders from the future as placed now and rejects other facts
 * from the future.
 */
export async function ordersUnderKills(context: ChaosContext, victims: readonly Victim[]): Promise<CountedOrders> {
  const { marketplace, rows, killer, random } = context;
  const sellers = new Set(context.sellers.map(({ sellingPartnerId }) => sellingPartnerId));
  const entriesAfter = async (id: number, wanted: 'orderPlaced' | 'orderCancelled') =>
    (await marketplace.ledgerAfter(id)).filter(({ type, sellerId }) => type === wanted && sellers.has(sellerId ?? ''));
  const ordersAfter = (id: number) => entriesAfter(id, 'orderPlaced');
  const lastId = async () => (await marketplace.ledgerAfter(0)).at(-1)?.id ?? 0;
  const since = await lastId();
  // A new order is the sign that the worker is alive, so at least one order must be old enough to be returned.
  const buy = async (): Promise<void> => {
    const before = await lastId();
    do {
      for (let step = 0; step < stepsPerKill; step += 1) await marketplace.advance(stepMinutes);
    } while ((await ordersAfter(before)).length === 0);
    await marketplace.advance(settlesMinutes);
  };
  await buy();
  for (const victim of victims) {
    await delay(random.int(0, longestUntilKillMs));
    const known = (await rows.orders()).size;
    await killer.kill(victim, buy, async () => (await rows.orders()).size > known);
  }
  const placed = await ordersAfter(since);
  await marketplace.advance(settlesMinutes);
  const listLost = async (): Promise<string[]> => {
    const known = await rows.orders();
    const cancelled = new Set((await entriesAfter(since, 'orderCancelled')).map(({ detail }) => detail['orderId']));
    return placed.flatMap(({ at, detail }) => {
      const id = String(detail['orderId']);
      const quantity = cancelled.has(id) ? 0 : Number(detail['quantity']);
      const units = known.get(id);
      return units === quantity ? [] : [`${id} of ${at}: ${units ?? 'no'} units instead of ${quantity}`];
    });
  };
  await waitUntil(
    'all placed orders in the database',
    settleWithinMs,
    async () => (await listLost()).length === 0,
  ).catch((error: unknown) => context.say(String(error)));
  return { placed: placed.length, lost: await listLost(), miscounted: await rows.countMiscounted() };
}
