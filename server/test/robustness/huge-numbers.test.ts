import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testClock } from '../../testing/clock.ts';
import { testDatabase } from '../../testing/database/database.ts';
import {
  buildProduct,
  buildTenant,
  listingFacts,
  openTestDb,
  type BuiltTenant,
} from '../../testing/database/factories.ts';
import { createJudging } from '../../src/features/judging/ingest.ts';
import { saveOrders } from '../../src/features/catalog/sales/sales.ts';
import type { Db } from '../../src/lib/db/db.ts';
import type { Observation } from '../../src/features/observing/recording/observation.ts';
import { markOutOfStock } from '../../src/features/observing/sources/orders/sales-facts-queries.ts';
import { listTargets } from '../../src/features/observing/sweeping/running/target-queries.ts';

const database = testDatabase();
const log = pino({ level: 'silent' });
const clock = testClock(new Date('2026-11-20T08:00:00Z'));
/** Larger than a PostgreSQL integer, and still exact as a JavaScript number. */
const huge = 9_000_000_000;
let db: Db;
let tenant: BuiltTenant;
let productId: string;
const key = () => ({
  tenantId: tenant.tenantId,
  sellerAccountId: tenant.sellerAccountId,
  marketplace: 'US',
  source: '',
});
const judging = () => createJudging({ db, clock });

beforeAll(async () => {
  db = openTestDb(database.workerUrl);
  tenant = await buildTenant(db);
  productId = await buildProduct(db, { tenant, judging: judging() }, { asin: 'B0HUGE0001' });
  await db.tenant(tenant.tenantId, (tx) =>
    sql`
      insert into listings (tenant_id, seller_account_id, marketplace, sku, product_id, is_active, fee_reference_cents)
      select ${tenant.tenantId}, ${tenant.sellerAccountId}, 'US', sku, ${productId}, true, ${huge}
        from unnest(array['ONE', 'TWO']) as sku
      returning 1`.execute(tx),
  );
});
afterAll(() => db.close());

test('impossible quantities are shown as the largest possible number and do not stop anything', async () => {
  const facts = { fulfillable: huge, inbound: huge, reserved: 0, total: huge };
  // Amazon's stock of a SKU that the seller ships is not counted, so each SKU has one of the numbers.
  const observations: Observation[] = [
    { productId, aspect: 'stock', sku: 'ONE', facts, observedAt: clock.now() },
    { productId, aspect: 'listing', sku: 'TWO', facts: listingFacts({ ownQuantity: huge }), observedAt: clock.now() },
  ];

  await judging().ingest(tenant.tenantId, observations);
  await db.tenant(tenant.tenantId, (tx) =>
    markOutOfStock(tx, key(), {
      days: [{ marketplace: 'US', today: '2026-11-20', yesterday: '2026-11-19', began: '2026-11-20T08:00:00Z' }],
      judged: { from: '2026-11-19', to: '2026-11-19' },
      now: clock.now(),
    }),
  );

  const { rows } = await db.tenant(tenant.tenantId, (tx) =>
    sql`select p.total_qty as total, p.fbm_qty as own from products p where p.product_id = ${productId}`.execute(tx),
  );
  expect(rows).toEqual([{ total: 2_147_483_647, own: 2_147_483_647 }]);
});

test('a price too high to be purchasable is used like any other in requests', async () => {
  const targets = await db.atOnce(tenant.tenantId, listTargets.pricedListing(key(), { after: '', most: 10 }));

  expect(targets.map(({ feePriceCents }) => feePriceCents)).toEqual([huge, huge]);
});

test('an order with an impossible quantity does not stop other orders', async () => {
  const order = (orderId: string) => ({
    orderId,
    marketplace: 'US',
    placedAt: clock.now(),
    updatedAt: clock.now(),
    isCancelled: false,
    items: [
      { asin: 'B0HUGE0001', units: 2_000_000_000, unitPriceCents: 9_000_000_000_000_000, promotionIds: ['SAVE'] },
    ],
  });

  await saveOrders({ db, clock, log }, key(), [order('1'), order('2')]);

  const { rows } = await db.tenant(tenant.tenantId, (tx) =>
    sql`select s.units, s.orders from sales_days s where s.product_id = ${productId}`.execute(tx),
  );
  expect(rows).toContainEqual({ units: 2_147_483_647, orders: 2 });
});
