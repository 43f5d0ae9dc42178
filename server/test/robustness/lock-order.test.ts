import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { testClock } from '../../testing/clock.ts';
import { testDatabase } from '../../testing/database/database.ts';
import {
  buildProduct,
  buildTenant,
  listingFacts,
  openTestDb,
  type BuiltTenant,
} from '../../testing/database/factories.ts';
import type { Db } from '../../src/lib/db/db.ts';
import { createJudging } from '../../src/features/judging/ingest.ts';
import { putSettings } from '../../src/features/triage/settings.ts';
import { discoverStep, type DiscoveryContext, type DiscoveryProgress } from '../../src/features/catalog/discover.ts';

const database = testDatabase();
const clock = testClock(new Date('2026-11-20T08:00:00Z'));
let db: Db;
let other: pg.Client;
let tenant: BuiltTenant;
let productId: string;

beforeAll(async () => {
  db = openTestDb(database.workerUrl);
  other = new pg.Client({ connectionString: database.superuserUrl });
  await other.connect();
});
beforeEach(async () => {
  sku = 'NEW';
  tenant = await buildTenant(db);
  const judging = createJudging({ db, clock });
  productId = await buildProduct(db, { tenant, judging });
  const { tenantId, sellerAccountId } = tenant;
  await db.tenant(tenantId, async (tx) => {
    await sql`update products set last_sale_at = ${clock.now()} where product_id = ${productId}`.execute(tx);
    await sql`
      insert into listings (tenant_id, seller_account_id, marketplace, sku, product_id, is_active)
      values (${tenantId}, ${sellerAccountId}, 'US', 'GONE', ${productId}, true)`.execute(tx);
  });
  const facts = listingFacts();
  await judging.ingest(tenantId, [{ productId, aspect: 'listing', sku: 'GONE', facts, observedAt: clock.now() }]);
});
afterAll(async () => {
  await other.end();
  await db.close();
});

let sku = 'NEW';
const report = () => `seller-sku\tasin1\titem-name\tprice\n${sku}\tB0NEW00001\tPan\t10\n`;

/** The marketplace operations that discovery uses in the tested step. */
const context = (): DiscoveryContext => {
  const marketplace: Partial<DiscoveryContext['marketplace']> = {
    getReport: () => Promise.resolve({ status: 'done', documentId: 'document' }),
    downloadReport: () => Promise.resolve(report()),
  };
  const log: Partial<DiscoveryContext['log']> = { info: () => undefined, warn: () => undefined };
  const { startWatching, judgeAgain } = createJudging({ db, clock });
  const seen = { areSalesKnown: () => Promise.resolve(true), listingSource: 'listings-items' };
  const parts = { db, clock, log, marketplace, startWatching, judgeAgain, ...seen };
  return parts as unknown as DiscoveryContext;
};

const step = (saved: readonly string[]) => {
  const progress: DiscoveryProgress = {
    marketplaces: ['US'],
    reports: { US: 'report' },
    saved: [...saved],
    suspected: {},
    failures: {},
    doubted: null,
  };
  const access = { sellingPartnerId: tenant.sellerKey, region: 'NA', refreshToken: '' } as const;
  return discoverStep(context(), { ...tenant, access, progress });
};

/**
 * Checks a lock order: the other connection holds one row, the work waits for it, and then the other connection takes
 * its next lock. If the work already holds that lock, the order is wrong and the test fails.
 */
async function checkLockOrder(work: () => Promise<unknown>, locks: { readonly held: string; readonly next: string }) {
  await other.query(`begin; set local lock_timeout = '300ms'; ${locks.held}`);
  const working = work();
  const waiting = async () => {
    const { rows } = await other.query(
      `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    return rows.length;
  };
  await expect.poll(waiting).toBeGreaterThan(0);
  try {
    await other.query(locks.next);
    return 'in order';
  } catch {
    return 'out of order';
  } finally {
    await other.query('rollback');
    await working;
  }
}

const items = () => `select 1 from items where product_id = ${productId} order by item_id for update`;
const version = () => `update tenants set world_version = world_version + 1 where tenant_id = '${tenant.tenantId}'`;
const products = () => `select 1 from products where product_id = ${productId} for no key update`;
const seen = () => `select 1 from observations where product_id = ${productId} for update`;

test('the observations of a removed listing are locked before its product, as in recording', async () => {
  expect(await checkLockOrder(() => step([]), { held: seen(), next: products() })).toBe('in order');
});

test('the items of a product that lost a listing are locked before the version, as in muting', async () => {
  expect(await checkLockOrder(() => step([]), { held: items(), next: version() })).toBe('in order');
});

test('the items of a product that is tracked again are locked before the version, as in saving settings', async () => {
  await db.tenant(tenant.tenantId, (tx) =>
    sql`update products set is_tracked = false where product_id = ${productId}`.execute(tx),
  );

  expect(await checkLockOrder(() => step(['US']), { held: items(), next: version() })).toBe('in order');
});

test('saving settings locks the items of the kind in the same order as judging', async () => {
  await Promise.all(
    Array.from({ length: 5 }, () => buildProduct(db, { tenant, judging: createJudging({ db, clock }) })),
  );
  const ofPrice = `select item_id from items where tenant_id = '${tenant.tenantId}' and type = 'price' and status <> 99 order by item_id`;
  await db.tenant(tenant.tenantId, (tx) => sql`update items set status = 0`.execute(tx));
  // Moves the item with the first id to the end of the table.
  await other.query(`update items set revision = revision where item_id = (${ofPrice} limit 1)`);

  const put = () => putSettings({ db, clock }, tenant.owner, { type: 'price', settings: {} });
  const first = `select 1 from items where item_id = (${ofPrice} limit 1) for update`;
  const last = `select 1 from items where item_id = (${ofPrice} offset 5) for update`;

  expect(await checkLockOrder(put, { held: first, next: last })).toBe('in order');
});

test('observations of a SKU stay with their product, and are deleted when the SKU moves to another product', async () => {
  sku = 'GONE';
  await step([]);

  const { rows } = await other.query(
    `select p.asin, o.sku is not null as is_seen
       from listings l join products p using (tenant_id, product_id)
       left join observations o on o.tenant_id = l.tenant_id and o.sku = l.sku
      where l.tenant_id = '${tenant.tenantId}'`,
  );
  expect(rows).toEqual([{ asin: 'B0NEW00001', is_seen: false }]);
});
