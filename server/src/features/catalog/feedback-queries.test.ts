import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { testClock } from '../../../testing/clock.ts';
import { testDatabase } from '../../../testing/database/database.ts';
import {
  buildProduct,
  buildTenant,
  openTestDb,
  unwatched,
  type BuiltTenant,
} from '../../../testing/database/factories.ts';
import { keepSeen } from '../../../testing/observing/seen.ts';
import type { Db } from '../../lib/db/db.ts';
import { listFeedbackProducts } from './feedback-queries.ts';
import { saveOrders } from './sales/sales.ts';

const database = testDatabase();
const clock = testClock(new Date('2026-06-15T12:00:00Z'));
let db: Db;
let tenant: BuiltTenant;
let kettle: string;
let skillet: string;

beforeAll(() => {
  db = openTestDb(database.workerUrl);
});
beforeEach(async () => {
  tenant = await buildTenant(db);
  kettle = await buildProduct(db, { tenant, judging: unwatched }, { asin: 'B0KETTLE01' });
  skillet = await buildProduct(db, { tenant, judging: unwatched }, { asin: 'B0SKILLET1' });
});
afterAll(() => db.close());

/** Saves an order of the US that has these units of each product. */
function order(orderId: string, units: { readonly kettles: number; readonly skillets: number }) {
  const placedAt = new Date('2026-06-14T12:00:00Z');
  const rest = { unitPriceCents: null, promotionIds: [] };
  return saveOrders({ db, clock, log: pino({ level: 'silent' }) }, tenant, [
    {
      orderId,
      marketplace: 'US',
      placedAt,
      updatedAt: placedAt,
      isCancelled: false,
      items: [
        { asin: 'B0KETTLE01', units: units.kettles, ...rest },
        { asin: 'B0SKILLET1', units: units.skillets, ...rest },
      ],
    },
  ]);
}

/** The given orders by the product for which they count. */
async function ordersByProduct(orderIds: readonly string[], marketplace = 'US', rating: number | null = 2) {
  const given = orderIds.map((orderId) => ({ orderId, rating }));
  const products = await db.tenant(tenant.tenantId, (tx) =>
    listFeedbackProducts(tx, { ...tenant, marketplace }, given),
  );
  return Object.fromEntries(products.map((product) => [product.productId, product.orderIds]));
}

test('feedback on an order of several products is feedback on the one with most units', async () => {
  await order('1', { kettles: 1, skillets: 2 });
  await order('2', { kettles: 3, skillets: 2 });

  expect(await ordersByProduct(['1', '2', '3'])).toEqual({ [kettle]: ['2'], [skillet]: ['1'] });
  expect(await ordersByProduct(['1', '2', '3'], 'CA')).toEqual({});
});

test('feedback on an order of a tracked product is not lost when most of its units are of a product that is not tracked', async () => {
  await order('1', { kettles: 1, skillets: 2 });
  await sql`update products set is_tracked = false where product_id = ${skillet}`.execute(db.global);

  expect(await ordersByProduct(['1'])).toEqual({ [kettle]: ['1'] });
});

/** Records that feedback of two stars on order 1 was observed as feedback on the product. */
const seenOn = (productId: string) =>
  keepSeen(
    db,
    { ...tenant, productId },
    {
      at: '2026-06-15T10:00:00Z',
      aspect: 'feedback',
      sku: '',
      facts: { entries: [{ orderId: '1', date: '2026-06-14', rating: 2, comment: '' }] },
    },
  );
const setTracked = (productId: string, isTracked: boolean) =>
  sql`update products set is_tracked = ${isTracked} where product_id = ${productId}`.execute(db.global);

test('feedback stays with its product and is no news of another one of the order when the product is tracked no more', async () => {
  await order('1', { kettles: 1, skillets: 2 });
  await seenOn(skillet);
  await setTracked(skillet, false);

  expect(await ordersByProduct(['1'])).toEqual({ [kettle]: [] });
  expect(await ordersByProduct(['1'], 'US', null)).toEqual({ [kettle]: [] });
});

test('feedback whose stars have changed since its product was tracked is feedback on the tracked one', async () => {
  await order('1', { kettles: 1, skillets: 2 });
  await seenOn(skillet);
  await setTracked(skillet, false);

  expect(await ordersByProduct(['1'], 'US', 1)).toEqual({ [kettle]: ['1'] });
});

test('feedback does not move to a product with more units that is tracked later', async () => {
  await order('1', { kettles: 1, skillets: 2 });
  await seenOn(kettle);

  expect(await ordersByProduct(['1'])).toEqual({ [kettle]: ['1'], [skillet]: [] });
});
