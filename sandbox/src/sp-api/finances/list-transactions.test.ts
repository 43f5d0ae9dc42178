import { beforeEach, describe, expect, test } from 'vitest';
import type { Product } from '../../world/model/product.ts';
import { eventfulProduct, post } from '../testing/event-scenes.ts';
import { sellers, startTestApi, type TestApi } from '../testing/test-api.ts';

const as = sellers.na;

let api: TestApi;
let product: Product;

beforeEach(async () => {
  api = await startTestApi('NA', 60);
  product = eventfulProduct(api.world);
});

const ask = (postedAfter: Date, more: object = {}) =>
  api.call({
    path: '/finances/2024-06-19/transactions',
    as,
    query: { postedAfter: postedAfter.toISOString(), ...more },
  });
const daysAgo = (days: number): Date => new Date(api.clock.now().getTime() - days * 86_400_000);

describe('A transaction', () => {
  test('exists for every shipped order that was not cancelled, oldest first', async () => {
    const { body } = await ask(daysAgo(2));

    const dates = [...JSON.stringify(body).matchAll(/"postedDate":"([^"]+)"/g)].map(([, date]) => date ?? '');
    expect(dates.length).toBeGreaterThan(10);
    expect(dates).toEqual(dates.toSorted());
  });

  test('has the FBA fee at the time of shipping', async () => {
    const [listing] = api.world.listingsOf(product);
    if (!listing) throw new Error('The product has no listing');
    const before = listing.fees.fbaCents;
    post(api.world, product, 'fbaFeeChanged');

    const relatedIdentifierName = 'ORDER_ID';
    const order = api.world
      .ordersOf(as)
      .filter(({ sku, marketplace }) => sku === listing.sku && marketplace === listing.marketplace)
      .findLast(({ cancelledAt, createdAt }) => !cancelledAt && createdAt < daysAgo(1));
    const { text } = await ask(daysAgo(100), { relatedIdentifierName, relatedIdentifierValue: order?.orderId ?? '' });

    const charged = ((order?.quantity ?? 0) * before) / 100;
    expect(listing.fees.fbaCents).not.toBe(before);
    expect(text).toContain(`"FBAPerUnitFulfillmentFee","breakdownAmount":{"currencyAmount":${-charged}`);
  });

  test('list over more than 180 days is empty and not refused', async () => {
    const { status, body } = await ask(daysAgo(181));

    expect({ status, body }).toEqual({ status: 200, body: { payload: { transactions: [] } } });
  });
});
