import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { dayMs } from '@app/shared/base/time.ts';
import { testDatabase } from '../../../testing/database/database.ts';
import { buildTenant, listingFacts, openTestDb, type BuiltTenant } from '../../../testing/database/factories.ts';
import type { Db } from '../../lib/db/db.ts';
import { restartInactivity, upsertProducts } from './queries.ts';
import type { ReportedListing } from './reports/listings-report.ts';

const database = testDatabase();
const now = new Date('2026-06-15T12:00:00Z');
let db: Db;
let tenant: BuiltTenant;
let version: number;

beforeAll(() => {
  db = openTestDb(database.workerUrl);
});
beforeEach(async () => {
  tenant = await buildTenant(db);
  version = 0;
});
afterAll(() => db.close());

/** Saves a report with one listing, which is active unless told otherwise, and returns its product. */
async function report(listing: Partial<ReportedListing>, at = now) {
  version += 1;
  const listings = [{ sku: 'SK-1', asin: 'B0SKILLET1', name: 'Skillet', priceCents: null, isActive: true, ...listing }];
  const reported = { ...tenant, marketplace: 'US', currency: 'USD', listings, now: at, version: String(version) };
  await db.tenant(tenant.tenantId, async (tx) => {
    await upsertProducts(tx, reported);
    await restartInactivity(tx, reported);
  });
  const { rows } = await sql<{ name: string; priceCents: string | null; version: string }>`
    select name, price_cents as "priceCents", version from products where tenant_id = ${tenant.tenantId}`.execute(
    db.global,
  );
  return rows;
}

test('a product without a price takes it from the first report that tells one, and keeps it', async () => {
  const untold = await report({});
  const told = await report({ priceCents: 3490 });
  const later = await report({ priceCents: 2990, name: 'Cast-iron skillet' });

  expect(untold).toEqual([{ name: 'Skillet', priceCents: null, version: '1' }]);
  expect(told).toEqual([{ name: 'Skillet', priceCents: '3490', version: '2' }]);
  expect(later).toEqual([{ name: 'Cast-iron skillet', priceCents: '3490', version: '3' }]);
});

test('a report that repeats what is known changes no product', async () => {
  const before = await report({ priceCents: 3490 });

  expect(await report({ priceCents: 2990 })).toEqual(before);
});

const inactiveSince = async () => {
  const { rows } = await sql<{ at: Date | null }>`
    select inactive_since as at from products where tenant_id = ${tenant.tenantId}`.execute(db.global);
  return rows[0]?.at;
};

const day = (count: number) => new Date(now.getTime() + count * dayMs);

test('a product is inactive since the first report that says so, until a report has it on offer again', async () => {
  await report({});
  const onOffer = await inactiveSince();
  await report({ isActive: false }, day(1));
  await report({ isActive: false, name: 'Cast-iron skillet' }, day(2));
  const inactive = await inactiveSince();
  await report({}, day(3));
  const again = await inactiveSince();
  await report({ isActive: false }, day(4));

  expect([onOffer, inactive, again]).toEqual([null, day(1), null]);
  expect(await inactiveSince()).toEqual(day(4));
});

/** The statuses in which a listing was observed, by day; `null` for one that the answer lacked. */
type Sightings = Readonly<Record<number, string[] | null>>;

/** Tracks the product and stores how its listing was observed. */
const observe = (sightings: Sightings) =>
  db.tenant(tenant.tenantId, async (tx) => {
    const { rows } = await sql<{ productId: string }>`
      update products
         set is_tracked = true
       where tenant_id = ${tenant.tenantId}
      returning product_id as "productId"`.execute(tx);
    for (const [count, status] of Object.entries(sightings)) {
      await sql`
        insert into observation_history (tenant_id, observed_at, product_id, aspect, sku, facts)
        values (${tenant.tenantId}, ${day(Number(count))}, ${rows[0]?.productId}, 'listing', 'SK-1',
                ${JSON.stringify(listingFacts({ status }))}::jsonb)`.execute(tx);
    }
  });

test.each<[string, number, Sightings]>([
  ['back on offer since then counts as inactive since the second', 5, { 1.5: [], 4: ['BUYABLE'] }],
  ['back and gone again counts as inactive since the second', 5, { 1.5: [], 4: ['BUYABLE'], 4.5: [] }],
  ['back before the first counts as inactive since the first', 1, { 0.5: [], 0.6: ['BUYABLE'] }],
  ['always on offer counts as inactive since the first', 1, { 0: ['BUYABLE'], 4: ['BUYABLE', 'DISCOVERABLE'] }],
  ['on offer after an unknown status counts as inactive since the first', 1, { 1.5: null, 4: ['BUYABLE'] }],
])('a product that two reports call inactive and whose listing was %s', async (_which, since, sightings) => {
  await report({});
  await observe(sightings);

  await report({ isActive: false }, day(1));
  await report({ isActive: false }, day(5));
  await report({ isActive: false }, day(6));

  expect(await inactiveSince()).toEqual(day(since));
});
