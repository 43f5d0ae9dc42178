import { dayMs } from '@app/shared/base/time.ts';
import { placeOrder, announceStock } from '../events/changes.ts';
import { weekdayFactor } from './demand.ts';
import { statusOf, type Order } from './order.ts';
import type { Product } from '../model/product.ts';
import { restock } from './restock.ts';
import { ordersPerDay, poisson } from '../seed/orders.ts';
import type { World } from '../world.ts';

/** Share of the demand while another seller has the buy box. */
const withoutBuyBox = 0.3;

/** Simulates the orders since the last call; must be called before orders are read. */
export function letCustomersBuy(world: World): readonly Order[] {
  const now = world.clock.now();
  const bought: Order[] = [];
  while (world.shoppedUntil < now) {
    const until = new Date(Math.min(now.getTime(), world.shoppedUntil.getTime() + dayMs));
    bought.push(...simulateUntil(world, until));
    world.shoppedUntil = until;
    restock(world);
  }
  announceOrders(world, bought);
  announceChangedOrders(world, bought);
  return bought;
}

function simulateUntil(world: World, until: Date): Order[] {
  return world.products
    .flatMap((product) => drawPurchases(world, product, until))
    .toSorted((a, b) => a.at.getTime() - b.at.getTime())
    .map(({ product, at }) => placeOrder(world, product, { at, random: world.random }))
    .filter((order) => order !== undefined);
}

function drawPurchases(world: World, product: Product, until: Date): { product: Product; at: Date }[] {
  const from = world.shoppedUntil.getTime();
  const span = until.getTime() - from;
  const share = product.buyBoxSellerId === product.sellerId ? 1 : withoutBuyBox;
  const expected = (ordersPerDay(product) * share * weekdayFactor(world.shoppedUntil) * span) / dayMs;
  if (expected === 0) return [];
  return Array.from({ length: poisson(expected, world.random) }, () => ({
    product,
    at: new Date(from + world.random.next() * span),
  }));
}

/** After a clock advance, only orders of the last hour are announced, and many orders share one ledger line. */
const announcedForMs = 3_600_000;
const maxLedgerLines = 20;

function announceOrder(world: World, order: Order): void {
  const product = world.findProduct(order.asin, order.marketplace);
  const listing = world.findListing(order.sellerId, order.sku, order.marketplace);
  if (product) world.announce('order', product, { listings: listing ? [listing] : [], order });
}

function announceOrders(world: World, orders: readonly Order[]): void {
  const announcedFrom = world.clock.now().getTime() - announcedForMs;
  const stocks = new Set<Product>();
  for (const order of orders) {
    const product = world.findProduct(order.asin, order.marketplace);
    if (product) stocks.add(product);
    if (order.createdAt.getTime() >= announcedFrom) announceOrder(world, order);
  }
  for (const product of stocks) announceStock(world, product);
  appendOrders(world, 'Placed', orders);
}

function appendOrders(world: World, change: 'Placed' | 'Cancelled', orders: readonly Order[]): void {
  if (orders.length > maxLedgerLines) {
    world.ledger.append({ kind: 'ambient', type: `orders${change}`, detail: { count: orders.length } });
    return;
  }
  for (const { orderId, quantity, asin, marketplace, sellerId } of orders) {
    world.ledger.append({
      kind: 'ambient',
      type: `order${change}`,
      asin,
      marketplace,
      sellerId,
      detail: { orderId, quantity },
    });
  }
}

/** Announces open orders that have been shipped or cancelled since the last call, and adds cancellations to the ledger. */
function announceChangedOrders(world: World, bought: readonly Order[]): void {
  const now = world.clock.now();
  const isOpen = (order: Order): boolean => statusOf(order, now) === 'UNSHIPPED';
  for (const order of world.openOrders.filter((one) => !isOpen(one))) announceOrder(world, order);
  const orders = [...world.openOrders, ...bought];
  appendOrders(
    world,
    'Cancelled',
    orders.filter((order) => statusOf(order, now) === 'CANCELLED'),
  );
  world.openOrders = orders.filter(isOpen);
}
