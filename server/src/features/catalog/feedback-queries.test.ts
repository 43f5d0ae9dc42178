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
async function ordersByProduct(orderIds: readonly string[], marketplace = 'US') {
  const products = await db.tenant(tenant.tenantId, (tx) =>
    listFeedbackProducts(tx, { ...tenant, marketplace }, orderIds),
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
