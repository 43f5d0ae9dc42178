import { beforeEach, describe, expect, test } from 'vitest';
import { statusOf, type Order } from '../../world/life/order.ts';
import { applyEvent } from '../../world/events/events.ts';
import { explainMissingModels, hasModels, modelValidator } from '../testing/amazon-models.ts';
import { marketplaceIds, sellers, startTestApi, type TestApi } from '../testing/test-api.ts';

explainMissingModels();

const path = '/orders/2026-01-01/orders';
const day = 86_400_000;
let api: TestApi;

beforeEach(async () => {
  api = await startTestApi('NA', 1000);
});

interface Page {
  readonly orders: readonly OrderBody[];
  readonly pagination?: { readonly nextToken: string };
}

interface OrderBody {
  readonly orderId: string;
  readonly lastUpdatedTime: string;
  readonly fulfillment?: { readonly fulfillmentStatus: string };
  readonly orderItems: readonly {
    readonly quantityOrdered: number;
    readonly product: { readonly asin: string };
    readonly promotion?: { readonly breakdowns: readonly { readonly promotionId: string }[] };
    readonly cancellation?: unknown;
  }[];
}

const daysAgo = (days: number): string => new Date(api.clock.now().getTime() - days * day).toISOString();

async function ask(query: Record<string, string>): Promise<Page> {
  const { status, body } = await api.call({ path, as: sellers.na, query });
  expect(status).toBe(200);
  return body as unknown as Page;
}

async function askAll(query: Record<string, string>): Promise<OrderBody[]> {
  const orders: OrderBody[] = [];
  let page = await ask(query);
  orders.push(...page.orders);
  while (page.pagination) {
    page = await ask({ ...query, paginationToken: page.pagination.nextToken });
    orders.push(...page.orders);
  }
  return orders;
}

const storedIds = (is: (order: Order) => boolean): string[] =>
  api.world
    .ordersOf(sellers.na)
    .filter(is)
    .map(({ orderId }) => orderId);
const promotionsIn = (orders: readonly OrderBody[]): unknown[] =>
  orders.flatMap(({ orderItems }) => orderItems[0]?.promotion?.breakdowns ?? []);
const ids = (orders: readonly OrderBody[]): string[] => orders.map(({ orderId }) => orderId);

describe('Searching for orders', () => {
  test('returns every order of the period once, a hundred per page', async () => {
    const query = { createdAfter: daysAgo(10), marketplaceIds: marketplaceIds.US };
    const first = await ask(query);
    const orders = await askAll(query);

    const since = new Date(daysAgo(10));
    expect(first.orders).toHaveLength(100);
    expect(orders.length).toBeGreaterThan(300);
    expect(new Set(ids(orders)).size).toBe(orders.length);
    expect(ids(orders).toSorted()).toEqual(
      storedIds(({ marketplace, createdAt }) => marketplace === 'US' && createdAt >= since).toSorted(),
    );
  });

  test('continues at the same position although new orders arrive between two pages', async () => {
    const query = { createdAfter: daysAgo(3), maxResultsPerPage: '20' };
    const first = await ask(query);
    api.clock.advance(day);
    const second = await ask({ ...query, paginationToken: first.pagination?.nextToken ?? '' });

    const all = await askAll({ createdAfter: daysAgo(4), maxResultsPerPage: '100' });
    const place = ids(all).indexOf(first.orders[0]?.orderId ?? '');
    expect([...ids(first.orders), ...ids(second.orders)]).toEqual(ids(all).slice(place, place + 40));
  });

  test('by last update finds orders cancelled in the period, independent of their order date', async () => {
    const product = api.world.products.find(
      ({ sellerId, demand }) => sellerId === sellers.na && demand.unitsPerDay > 3,
    );
    if (!product) throw new Error('The world has no product suitable for this test');
    api.clock.advance(day);
    const since = daysAgo(0);
    const { asin, marketplace } = product;
    applyEvent(api.world, { type: 'salesDropped', asin, marketplace, factor: 0, daysAgo: 20 });
    api.clock.advance(600_000);

    const changed = await askAll({ lastUpdatedAfter: since, includedData: 'FULFILLMENT,CANCELLATION' });

    const cancelled = changed.filter(({ fulfillment }) => fulfillment?.fulfillmentStatus === 'CANCELLED');
    const ofProduct = cancelled.filter(({ orderItems }) => orderItems[0]?.product.asin === asin);
    expect(ofProduct.length).toBeGreaterThan(20);
    expect(ofProduct.every(({ orderItems }) => orderItems[0]?.cancellation !== undefined)).toBe(true);
    expect(changed.every(({ lastUpdatedTime }) => lastUpdatedTime >= since)).toBe(true);
  });

  test('returns only the requested statuses', async () => {
    const now = api.clock.now();
    const shown = await askAll({
      createdAfter: daysAgo(5),
      fulfillmentStatuses: 'CANCELLED,UNSHIPPED',
      includedData: 'FULFILLMENT',
    });

    const since = new Date(daysAgo(5));
    const expected = storedIds((order) => order.createdAt >= since && statusOf(order, now) !== 'SHIPPED');
    expect(ids(shown).toSorted()).toEqual(expected.toSorted());
    expect(new Set(shown.map(({ fulfillment }) => fulfillment?.fulfillmentStatus))).toEqual(
      new Set(['CANCELLED', 'UNSHIPPED']),
    );
  });

  test('includes the promotions of an item if they are requested', async () => {
    const named = await askAll({ createdAfter: daysAgo(20), includedData: 'PROMOTION' });
    const unasked = await ask({ createdAfter: daysAgo(20) });

    const since = new Date(daysAgo(20));
    expect(promotionsIn(named).length).toBe(
      storedIds(({ createdAt, promotionIds }) => createdAt >= since && promotionIds.length > 0).length,
    );
    expect(promotionsIn(unasked.orders)).toEqual([]);
  });

  test('finds orders placed since the start of the world', async () => {
    const before = await askAll({ createdAfter: daysAgo(1) });
    api.clock.advance(day);

    const after = await askAll({ createdAfter: daysAgo(1) });

    expect(after.length).toBeGreaterThan(50);
    expect(ids(after).some((id) => ids(before).includes(id))).toBe(false);
  });
});

describe.skipIf(!hasModels)('Order answers', () => {
  test('are valid by the model with every data set that the application may request', async () => {
    const validate = modelValidator('orders_2026-01-01.json');
    const includedData = 'PROCEEDS,EXPENSE,PROMOTION,CANCELLATION,FULFILLMENT,PACKAGES,TAX,PAYMENT';
    const { status, body } = await api.call({
      path,
      as: sellers.na,
      query: { createdAfter: daysAgo(2), includedData },
    });

    expect(validate('searchOrders', status, body)).toEqual([]);
  });
});
