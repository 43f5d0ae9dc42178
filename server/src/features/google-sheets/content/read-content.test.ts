import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod/mini';
import type { MarketplaceCode } from '@app/shared/base/marketplaces.ts';
import { testClock } from '../../../../testing/clock.ts';
import { testDatabase } from '../../../../testing/database/database.ts';
import { buildProduct, buildTenant, openTestDb, unwatched } from '../../../../testing/database/factories.ts';
import type { Db } from '../../../lib/db/db.ts';
import { readContent } from './read-content.ts';

const database = testDatabase();
let db: Db;

beforeAll(() => void (db = openTestDb(database.workerUrl)));
afterAll(() => db.close());

const cells = z.array(z.array(z.unknown()));

/** Returns the first and the last day, and the units of the last one, of a product that was sold on all days. */
async function daysOf(code: MarketplaceCode, now: Date) {
  const tenant = await buildTenant(db);
  const { tenantId, sellerAccountId } = tenant;
  const productId = await buildProduct(db, { tenant, judging: unwatched }, { marketplace: code });
  await db.tenant(tenantId, async (tx) => {
    await sql`
      update seller_accounts
         set created_at = '2026-05-01T00:00Z'
       where tenant_id = ${tenantId}`.execute(tx);
    await sql`
      insert into sweeps (tenant_id, seller_account_id, marketplace, source, due_at, confirmed_at)
      values (${tenantId}, ${sellerAccountId}, '', 'orders', ${now}, ${now})`.execute(tx);
    await sql`
      insert into sales_days (
        tenant_id, product_id, day, units, orders, promotion_units, promotions, was_out_of_stock, changed_at
      )
      values (${tenantId}, ${productId}, '2026-06-16', 7, 7, 0, '{}', false, ${now})`.execute(tx);
  });
  const { tabs } = await readContent({ db, clock: testClock(now) }, tenantId);
  const rows = tabs.get('sales')?.blocks.flatMap(({ json }) => cells.parse(JSON.parse(json))) ?? [];
  const [first, last] = [rows.at(0), rows.at(-1)];
  return { from: first?.[4], to: last?.[4], units: last?.[5] };
}

test('the sales of today are those of the day of the marketplace, also where it begins before that of UTC', async () => {
  const evening = new Date('2026-06-15T20:00:00Z');

  expect(await daysOf('IN', evening)).toEqual({ from: '2026-05-18', to: '2026-06-16', units: 7 });
  expect(await daysOf('US', evening)).toEqual({ from: '2026-05-17', to: '2026-06-15', units: 0 });
});

test('thirty days are read also where today begins after that of UTC', async () => {
  expect(await daysOf('US', new Date('2026-06-17T03:00:00Z'))).toEqual({
    from: '2026-05-18',
    to: '2026-06-16',
    units: 7,
  });
});

test('a product without a price has the currency of its fee, and one without amounts has none', async () => {
  const tenant = await buildTenant(db);
  const { tenantId } = tenant;
  const ids: string[] = [];
  for (const marketplace of ['UK', 'DE', 'US'] as const) {
    ids.push(await buildProduct(db, { tenant, judging: unwatched }, { marketplace }));
  }
  const [priced, unpriced] = ids;
  await db.tenant(tenantId, async (tx) => {
    await sql`
      update products
         set fba_fee_cents = 350,
             price_cents = case when product_id = ${priced} then 1290 end,
             currency = case when product_id = ${priced} then 'GBP' end
       where tenant_id = ${tenantId}
         and product_id in (${priced}, ${unpriced})`.execute(tx);
  });

  const { tabs } = await readContent({ db, clock: testClock(new Date('2026-06-15T12:00:00Z')) }, tenantId);

  const rows = tabs.get('products')?.blocks.flatMap(({ json }) => cells.parse(JSON.parse(json))) ?? [];
  expect(new Map(rows.map((row) => [row[0], [row[5], row[6], row[10]]]))).toEqual(
    new Map([
      ['UK', [12.9, 'GBP', 3.5]],
      ['DE', ['', 'EUR', 3.5]],
      ['US', ['', '', '']],
    ]),
  );
});

test('the tab of alerts says that it is cut when there are more alerts than it takes, and only then', async () => {
  const now = new Date('2026-06-15T12:00:00Z');
  const tenant = await buildTenant(db);
  const productId = await buildProduct(db, { tenant, judging: unwatched });
  await db.tenant(tenant.tenantId, async (tx) => {
    await sql`
      insert into flips (tenant_id, at, item_id, revision, product_id, type, from_status, to_status, colour, evidence)
      select ${tenant.tenantId}, ${now}, 'price-' || n, 1, ${productId}, 'price', 0, 1, 'AMBER', '[]'
        from generate_series(1, 3) as n
      returning 1`.execute(tx);
  });
  const alertsWithin = async (most: number) =>
    (await readContent({ db, clock: testClock(now) }, tenant.tenantId, most)).tabs.get('alerts');

  expect(await alertsWithin(2)).toMatchObject({ count: 2, isCut: true });
  expect(await alertsWithin(3)).toMatchObject({ count: 3, isCut: false });
});
