import { beforeEach, describe, expect, test } from 'vitest';
import { applyEvent } from '../../../world/events/events.ts';
import { statusOf } from '../../../world/life/order.ts';
import { sellers, startTestApi, type TestApi } from '../../testing/test-api.ts';
import { askForReport, type FinishedReport } from '../../testing/report.ts';

const day = 86_400_000;
const byDate = 'GET_FLAT_FILE_ALL_ORDERS_DATA_BY_ORDER_DATE_GENERAL';
const byUpdate = 'GET_FLAT_FILE_ALL_ORDERS_DATA_BY_LAST_UPDATE_GENERAL';
let api: TestApi;

beforeEach(async () => {
  api = await startTestApi('EU', 1000);
});

const daysAgo = (days: number): Date => new Date(api.clock.now().getTime() - days * day);
const ask = (type: string, days: readonly [number, number], marketplace: 'UK' | 'DE' = 'DE'): Promise<FinishedReport> =>
  askForReport(api, { as: sellers.eu, type, marketplace, from: daysAgo(days[0]), to: daysAgo(days[1]) });

describe('The report of orders by their date', () => {
  test('has a row for each order of the period with its quantity and promotions', async () => {
    const [from, to] = [daysAgo(30), daysAgo(1)];
    const { status, rows, contentType } = await ask(byDate, [30, 1]);

    const orders = api.world
      .ordersOf(sellers.eu)
      .filter(({ marketplace, createdAt }) => marketplace === 'DE' && createdAt >= from && createdAt <= to);
    const now = api.clock.now();
    expect(status).toBe('DONE');
    expect(contentType).toBe('text/plain; charset=Cp1252');
    expect(rows.map((row) => row['amazon-order-id'] ?? '').toSorted()).toEqual(
      orders.map((one) => one.orderId).toSorted(),
    );
    const units = orders.filter((order) => statusOf(order, now) !== 'CANCELLED').map(({ quantity }) => quantity);
    expect(rows.reduce((sum, row) => sum + Number(row['quantity']), 0)).toBe(units.reduce((a, b) => a + b, 0));
    expect(rows.filter((row) => row['promotion-ids'] !== '')).toHaveLength(
      orders.filter(({ promotionIds }) => promotionIds.length > 0).length,
    );
    expect(new Set(rows.map((row) => row['sales-channel']))).toEqual(new Set(['Amazon.de']));
    expect(new Set(rows.map((row) => row['ship-city']))).toEqual(new Set(['München']));
  });

  test('leaves quantity and amounts of a cancelled order empty', async () => {
    const { rows } = await ask(byDate, [30, 1]);

    const cancelled = rows.filter((row) => row['order-status'] === 'Cancelled');
    expect(cancelled.length).toBeGreaterThan(5);
    expect(cancelled.every((row) => row['quantity'] === '0' && row['item-price'] === '')).toBe(true);
  });

  test('includes orders placed since the start of the world', async () => {
    api.clock.advance(2 * day);

    expect((await ask(byDate, [1, 0])).rows.length).toBeGreaterThan(10);
  });

  test.each([
    ['no start', {}],
    ['a period of more than 30 days', { from: 31, to: 0 }],
    ['an end before its start', { from: 3, to: 4 }],
  ])(
    'ends FATAL for %s, and the ledger has the reason',
    async (_name, { from, to }: { from?: number; to?: number }) => {
      const report = await askForReport(api, {
        as: sellers.eu,
        type: byDate,
        marketplace: 'UK',
        ...(from !== undefined && { from: daysAgo(from) }),
        ...(to !== undefined && { to: daysAgo(to) }),
      });

      expect(report.status).toBe('FATAL');
      expect(api.world.ledger.entriesAfter(0)).toMatchObject([{ kind: 'refusal', type: 'report' }]);
    },
  );

  test('ends CANCELLED without orders', async () => {
    expect((await ask(byDate, [200, 190])).status).toBe('CANCELLED');
  });
});

test('the report by last update contains an old order that was cancelled recently', async () => {
  const product = api.world.products.find(({ marketplace, demand }) => marketplace === 'UK' && demand.unitsPerDay > 3);
  if (!product) throw new Error('The world has no product suitable for this test');
  const { asin, marketplace } = product;
  applyEvent(api.world, { type: 'salesDropped', asin, marketplace, factor: 0, daysAgo: 60 });
  const [from, to] = [daysAgo(0), new Date(daysAgo(0).getTime() + 60_000)];

  const report = await askForReport(api, { as: sellers.eu, type: byUpdate, marketplace: 'UK', from, to });

  const ofProduct = report.rows.filter((row) => row['asin'] === asin);
  expect(ofProduct.length).toBeGreaterThan(100);
  expect(ofProduct.every((row) => row['item-status'] === 'Cancelled')).toBe(true);
});

test('the document does not change when orders arrive after the report', async () => {
  const wish = { as: sellers.eu, type: byDate, marketplace: 'UK', from: daysAgo(2), to: daysAgo(0) } as const;
  const first = await askForReport(api, wish);

  expect(first.rows.length).toBeGreaterThan(0);
  expect(first.rows.every((row) => new Date(row['purchase-date'] ?? '') <= wish.to)).toBe(true);
});
