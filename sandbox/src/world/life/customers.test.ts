import { beforeEach, describe, expect, test } from 'vitest';
import { createManualClock } from '../clock.ts';
import { letCustomersBuy } from './customers.ts';
import { applyEvent } from '../events/events.ts';
import { statusOf, updatedAt, type Order } from './order.ts';
import { isBuyable, type Product } from '../model/product.ts';
import { createWorld, type World, type WorldChange } from '../world.ts';

const day = 86_400_000;
const start = new Date('2026-11-20T12:00:00Z');
const larkhollow = 'A2QWN7L4RKH13D';

let clock: ReturnType<typeof createManualClock>;
let world: World;
let product: Product;

beforeEach(() => {
  clock = createManualClock(start);
  world = createWorld({ seed: 'customers', clock, publicUrl: 'http://sandbox.test' });
  const sold = world.products
    .filter((one) => one.sellerId === larkhollow && world.listingsOf(one).every(isBuyable))
    .toSorted((a, b) => b.demand.unitsPerDay - a.demand.unitsPerDay);
  if (!sold[0]) throw new Error('The world has no product suitable for this test');
  product = sold[0];
});

const post = (type: string, more: object = {}) =>
  applyEvent(world, { type, asin: product.asin, marketplace: product.marketplace, ...more });

function pass(days: number): readonly Order[] {
  clock.advance(days * day);
  return letCustomersBuy(world).filter(isOfProduct);
}

const isOfProduct = ({ asin, marketplace }: Order) => asin === product.asin && marketplace === product.marketplace;
const units = (orders: readonly Order[]) => orders.reduce((sum, { quantity }) => sum + quantity, 0);

describe('The seeded order history', () => {
  test('covers 120 days with about the expected demand, oldest first', () => {
    const orders = world.ordersOf(larkhollow);
    const ofProduct = orders.filter(isOfProduct);
    const expected = product.demand.unitsPerDay * 120;

    expect(orders).toEqual(orders.toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime()));
    expect(orders[0]?.createdAt.getTime()).toBeLessThan(start.getTime() - 119 * day);
    expect(units(ofProduct)).toBeGreaterThan(expected * 0.8);
    expect(units(ofProduct)).toBeLessThan(expected * 1.2);
    expect(new Set(orders.map(({ orderId }) => orderId)).size).toBe(orders.length);
  });

  test('contains orders of several units, orders with promotions and cancelled orders', () => {
    const orders = world.ordersOf(larkhollow);
    const share = (is: (order: Order) => boolean) => orders.filter(is).length / orders.length;

    expect(share(({ quantity }) => quantity > 1)).toBeGreaterThan(0.08);
    expect(share(({ promotionIds }) => promotionIds.length > 0)).toBeGreaterThan(0.05);
    expect(share((order) => statusOf(order, start) === 'CANCELLED')).toBeGreaterThan(0.01);
    expect(share((order) => statusOf(order, start) === 'CANCELLED')).toBeLessThan(0.06);
  });

  test('does not depend on the time of the first access', () => {
    const other = createWorld({ seed: 'customers', clock: createManualClock(start), publicUrl: 'http://sandbox.test' });
    const early = other.ordersOf(larkhollow);

    post('priceChanged');
    post('detailsChanged');

    expect(world.ordersOf(larkhollow)).toEqual(early);
  });
});

describe('In simulated time', () => {
  test('orders follow the demand, and each order reduces the stock', () => {
    post('stockChanged', { fulfillable: 5000 });
    const orders = pass(28);

    const expected = product.demand.unitsPerDay * 28;
    expect(units(orders)).toBeGreaterThan(expected * 0.75);
    expect(units(orders)).toBeLessThan(expected * 1.25);
    const fromAmazon = orders.filter(({ fulfilledBy }) => fulfilledBy === 'AMAZON');
    const listing = world.listingsOf(product).find(({ fulfilledBy }) => fulfilledBy === 'AMAZON');
    expect(listing?.stock.fulfillable).toBe(5000 - units(fromAmazon));
    expect(world.ordersOf(larkhollow).filter(isOfProduct).slice(-orders.length)).toEqual(orders);
  });

  test('a period is simulated only once', () => {
    pass(1);

    expect(letCustomersBuy(world)).toEqual([]);
  });

  test('orders fall to a fifth after salesDropped and return to normal after salesRecovered', () => {
    post('stockChanged', { fulfillable: 9000 });
    const usual = units(pass(28));
    post('salesDropped');
    const dropped = units(pass(28));
    post('salesRecovered');
    const recovered = units(pass(28));

    expect(dropped).toBeLessThan(usual * 0.35);
    expect(recovered).toBeGreaterThan(usual * 0.7);
  });

  test('salesDropped with daysAgo cancels orders of the past days and updates their last change', () => {
    const since = new Date(start.getTime() - 7 * day);
    const open = () => world.orderBook.ordersSince(larkhollow, since).filter(isOfProduct);
    const before = open().filter((order) => statusOf(order, start) !== 'CANCELLED');

    const { detail } = post('salesDropped', { daysAgo: 7 });

    const cancelled = before.filter((order) => statusOf(order, start) === 'CANCELLED');
    expect(detail['cancelled']).toBe(cancelled.length);
    expect(cancelled.length).toBeGreaterThan(before.length * 0.5);
    expect(cancelled.every((order) => updatedAt(order, start).getTime() === start.getTime())).toBe(true);
  });

  test('a suspended listing has no orders', () => {
    post('listingSuspended');

    expect(pass(5)).toEqual([]);
  });

  test('a seller out of stock loses the buy box and regains it with new stock', () => {
    post('stockChanged', { fulfillable: 0, inbound: 0 });
    for (const listing of world.listingsOf(product)) listing.ownQuantity = 0;
    expect(product.buyBoxSellerId).toBe(product.rivals.toSorted((a, b) => a.priceCents - b.priceCents)[0]?.sellerId);
    expect(pass(3)).toEqual([]);

    post('stockChanged', { fulfillable: 100 });
    expect(product.buyBoxSellerId).toBe(product.sellerId);
  });

  test('sellers restock before they run out, except after a requested shortage', () => {
    post('stockChanged', { fulfillable: 20 });
    pass(60);

    const fulfillable = (one: Product) =>
      world.listingsOf(one).find(({ fulfilledBy }) => fulfilledBy === 'AMAZON')?.stock.fulfillable ?? 0;
    const others = world.products.filter((one) => one !== product && world.listingsOf(one)[0]?.isActive);
    const soldOut = others.filter((one) => fulfillable(one) === 0);
    expect(fulfillable(product)).toBe(0);
    expect(soldOut.length).toBeLessThan(others.length * 0.02);
  });

  test('recent orders are announced and recorded one by one, the orders of a clock advance in one ledger line', () => {
    const changes: WorldChange[] = [];
    world.onChange((change) => changes.push(change));

    clock.advance(1_800_000);
    const few = letCustomersBuy(world);
    expect(changes.filter(({ kind }) => kind === 'order').map(({ order }) => order)).toEqual(few);
    expect(world.ledger.entriesAfter(0).map(({ type }) => type)).toEqual(few.map(() => 'orderPlaced'));

    changes.length = 0;
    pass(10);
    expect(changes.filter(({ kind }) => kind === 'order').length).toBeLessThan(100);
    expect(world.ledger.entriesAfter(few.length)).toMatchObject([
      { type: 'ordersPlaced' },
      { type: 'ordersCancelled' },
    ]);
  });

  test('each cancellation of an order is recorded once, when its time has come', () => {
    for (let quarters = 0; quarters < 200; quarters += 1) pass(0.25 / 24);

    const entries = world.ledger.entriesAfter(0);
    const cancelled = entries.filter(({ type }) => type === 'orderCancelled').map(({ detail }) => detail['orderId']);
    const due = world
      .ordersOf(larkhollow)
      .filter((order) => order.createdAt > start && statusOf(order, clock.now()) === 'CANCELLED');
    expect(due.length).toBeGreaterThan(0);
    expect(new Set(cancelled).size).toBe(cancelled.length);
    expect(cancelled).toEqual(expect.arrayContaining(due.map(({ orderId }) => orderId)));
  });
});

test('an order is announced when it is placed and once more when it is shipped or cancelled', () => {
  const announcedStatuses = new Map<Order, string[]>();
  world.onChange(
    ({ order, at }) =>
      order && announcedStatuses.set(order, [...(announcedStatuses.get(order) ?? []), statusOf(order, at)]),
  );

  for (let hours = 0; hours < 30; hours += 0.25) pass(0.25 / 24);

  const whole = [...announcedStatuses].filter(
    ([{ createdAt }]) => createdAt.getTime() < start.getTime() + 20 * 3_600_000,
  );
  expect(whole.length).toBeGreaterThan(50);
  for (const [order, statuses] of whole) {
    const last = order.cancelledAt ? 'CANCELLED' : 'SHIPPED';
    expect([['UNSHIPPED', last], [last]]).toContainEqual(statuses);
  }
});

test('an order is shipped after six hours unless it is cancelled', () => {
  const order = world.ordersOf(larkhollow).find(({ cancelledAt }) => !cancelledAt);
  if (!order) throw new Error('The world has no orders');
  const after = (minutes: number) => new Date(order.createdAt.getTime() + minutes * 60_000);
  const cancelled = { ...order, cancelledAt: after(30) };

  expect([1, 5, 359, 361].map((minutes) => statusOf(order, after(minutes)))).toEqual([
    'UNSHIPPED',
    'UNSHIPPED',
    'UNSHIPPED',
    'SHIPPED',
  ]);
  expect(updatedAt(order, after(1))).toEqual(order.createdAt);
  expect(updatedAt(order, after(5))).toEqual(after(2));
  expect(updatedAt(order, after(999))).toEqual(after(360));
  expect(statusOf(cancelled, after(29))).toBe('UNSHIPPED');
  expect(statusOf(cancelled, after(999))).toBe('CANCELLED');
  expect(updatedAt(cancelled, after(999))).toEqual(after(30));
});
