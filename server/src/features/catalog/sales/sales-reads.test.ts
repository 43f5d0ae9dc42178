import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testDatabase } from '../../../../testing/database/database.ts';
import { buildTenant, openTestDb, type BuiltTenant } from '../../../../testing/database/factories.ts';
import type { Db, Tx } from '../../../lib/db/db.ts';
import { emptyLeftOut, lockSold, writeOrderProducts } from './order-product-queries.ts';
import { recordSales, sumDays } from './sales-queries.ts';

const database = testDatabase();
const products = 2_000;
const now = new Date('2026-11-20T08:00:00Z');
let db: Db;
let owner: pg.Client;
/** A tenant whose first day is in the planner's statistics, as after a large seller was connected. */
let known: BuiltTenant;
/** A tenant that is missing in the planner's statistics. */
let unknown: BuiltTenant;

/** Inserts products with ten orders each. */
async function fill({ tenantId, sellerAccountId }: BuiltTenant, from: number, to: number): Promise<void> {
  await owner.query(
    `insert into products (
       tenant_id, seller_account_id, marketplace, asin, name, is_active, is_tracked, version, created_at
     )
     select $1, $2, 'US', 'B' || n, 'Pan', true, true, 1, now() from generate_series($3::int, $4::int) n`,
    [tenantId, sellerAccountId, from, to],
  );
  await owner.query(
    `insert into order_products
     select p.tenant_id, p.seller_account_id, p.asin || '-' || n, p.product_id, date '2026-11-19' - n, 1, 0, '{}', now()
       from products p cross join generate_series(0, 9) n
      where p.tenant_id = $1
        and p.asin not in (select split_part(order_id, '-', 1) from order_products where tenant_id = $1)`,
    [tenantId],
  );
}

beforeAll(async () => {
  db = openTestDb(database.workerUrl);
  owner = new pg.Client({ connectionString: database.superuserUrl });
  await owner.connect();
  known = await buildTenant(db);
  unknown = await buildTenant(db);
  await owner.query(`alter table products set (autovacuum_enabled = off)`);
  await owner.query(`alter table order_products set (autovacuum_enabled = off)`);
  await fill(known, 1, 20);
  await owner.query('analyze products, order_products');
  await fill(known, 21, products);
  await fill(unknown, 1401, products);
});
afterAll(async () => {
  await owner.end();
  await db.close();
});

const readSoFar = async (tx: Tx): Promise<number> => {
  const { rows } = await sql<{ read: string }>`
    select sum(seq_tup_read + idx_tup_fetch) as read
      from pg_stat_xact_all_tables
     where relname in ('products', 'order_products')`.execute(tx);
  return Number(rows[0]?.read);
};

/** Counts the rows of these tables that the work reads. */
const rowsRead = (tenant: BuiltTenant, work: (tx: Tx, tenant: BuiltTenant) => Promise<unknown>): Promise<number> =>
  db.tenant(tenant.tenantId, async (tx) => {
    const before = await readSoFar(tx);
    await work(tx, tenant);
    return (await readSoFar(tx)) - before;
  });

/** Returns the id of a product of the tenant that is in the planner's statistics. */
const productIdOf = async (asin: string) =>
  (
    await owner.query<{ id: string }>(`select product_id as id from products where tenant_id = $1 and asin = $2`, [
      known.tenantId,
      asin,
    ])
  ).rows[0]?.id ?? '';

const line = {
  orderId: 'B1500-new',
  marketplace: 'US',
  asin: 'B1500',
  day: '2026-11-19',
  soldAt: now,
  units: 1,
  unitPriceCents: 1990,
  promotionUnits: 0,
  promotions: {},
  updatedAt: now,
};

/** An order that is stored already, now with another product. */
const again = { ...line, orderId: 'B1600-3', updatedAt: new Date('2027-01-01T00:00:00Z') };

const empty = (tx: Tx, tenant: BuiltTenant) => emptyLeftOut(tx, tenant, { lines: [line, again], now });

test.each<[string, (tx: Tx, tenant: BuiltTenant) => Promise<unknown>]>([
  ['locking what was sold', (tx, tenant) => lockSold(tx, tenant, [line])],
  ['writing what an order adds', (tx, tenant) => writeOrderProducts(tx, tenant, { lines: [line, again], now })],
  ['emptying what an order no longer has', empty],
  ['noting a sale', (tx, tenant) => recordSales(tx, tenant, { sold: [line], now })],
  [
    'summing a day',
    async (tx, tenant) =>
      sumDays(tx, tenant, { days: [{ productId: await productIdOf('B1500'), day: '2026-11-19' }], now }),
  ],
])('%s reads only the products and orders that it names', async (_name, work) => {
  expect(await rowsRead(known, work)).toBeLessThan(100);
});

test('emptying reads only the orders that it names even if the statistics are from before the tenant', async () => {
  expect(await rowsRead(unknown, empty)).toBeLessThan(100);
});
