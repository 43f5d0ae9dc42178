import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dayMs } from '@app/shared/base/time.ts';
import type { ListingFacts } from '@app/shared/watchdogs/facts/observations.ts';
import { testDatabase } from '../../../../testing/database/database.ts';
import {
  buildProduct,
  buildTenant,
  listingFacts,
  openTestDb,
  unwatched,
} from '../../../../testing/database/factories.ts';
import type { Db } from '../../../lib/db/db.ts';
import { track } from './track.ts';

const database = testDatabase();
const now = new Date('2026-06-15T12:00:00Z');
const daysAgo = (days: number) => new Date(now.getTime() - days * dayMs);
let db: Db;

beforeAll(() => {
  db = openTestDb(database.workerUrl);
});
afterAll(() => db.close());

interface TrackingFacts {
  readonly isTracked?: boolean;
  readonly soldDaysAgo?: number;
  /** Days since the report called the offer inactive; absent for an active offer. */
  readonly inactiveDays?: number;
  /** The observed listing; `null` if the product has a listing that was never observed, absent if it has none. */
  readonly listing?: Partial<ListingFacts> | null;
  /** Days since the last complete pass over the listings of the marketplace; absent before the first one. */
  readonly passedDaysAgo?: number;
  readonly hasLeft?: boolean;
}

/** Decides whether such a product, which nobody has chosen, is tracked. */
async function decide({
  isTracked = true,
  soldDaysAgo = 5,
  inactiveDays,
  listing,
  ...more
}: TrackingFacts): Promise<boolean> {
  const tenant = await buildTenant(db);
  const { tenantId, sellerAccountId } = tenant;
  const productId = await buildProduct(db, { tenant, judging: unwatched });
  return db.tenant(tenantId, async (tx) => {
    const inactiveSince = inactiveDays === undefined ? null : daysAgo(inactiveDays);
    await sql`
      update products
         set is_tracked = ${isTracked}, last_sale_at = ${daysAgo(soldDaysAgo)}, is_active = ${inactiveSince === null},
             inactive_since = ${inactiveSince}
       where tenant_id = ${tenantId}`.execute(tx);
    if (!more.hasLeft) {
      await sql`
        insert into seller_marketplaces (tenant_id, seller_account_id, marketplace, store_name)
        values (${tenantId}, ${sellerAccountId}, 'US', 'Shop')`.execute(tx);
    }
    if (listing !== undefined) {
      await sql`
        insert into listings (tenant_id, seller_account_id, marketplace, sku, product_id, is_active)
        values (${tenantId}, ${sellerAccountId}, 'US', 'SK-1', ${productId}, false)`.execute(tx);
    }
    if (listing) {
      await sql`
        insert into observations (tenant_id, product_id, aspect, sku, facts, hash, observed_at)
        values (${tenantId}, ${productId}, 'listing', 'SK-1', ${JSON.stringify(listingFacts(listing))}, '', ${now})`.execute(
        tx,
      );
    }
    if (more.passedDaysAgo !== undefined) {
      await sql`
        insert into sweeps (tenant_id, seller_account_id, marketplace, source, due_at, confirmed_at)
        values (${tenantId}, ${sellerAccountId}, 'US', 'listings-items', ${now}, ${daysAgo(more.passedDaysAgo)})`.execute(
        tx,
      );
    }
    const parts = { startWatching: unwatched.startWatching, listingSource: 'listings-items' };
    await track(tx, parts, { tenantId, sellerAccountIds: [sellerAccountId], productIds: null, now });
    const { rows } = await sql<{ isTracked: boolean }>`
      select is_tracked as "isTracked" from products where tenant_id = ${tenantId}`.execute(tx);
    return rows[0]?.isTracked ?? false;
  });
}

test.each<[string, boolean, TrackingFacts]>([
  ['with an active offer and a sale 60 days ago', true, { soldDaysAgo: 60 }],
  ['whose last sale is longer ago', false, { soldDaysAgo: 60.001 }],
  ['whose listings were not observed since its offer ended', true, { inactiveDays: 1, listing: null }],
  ['whose listings could not be observed for two days', false, { inactiveDays: 2.001, listing: null }],
  [
    'whose listing was last observed before its offer ended',
    true,
    { inactiveDays: 1, listing: { status: ['DISCOVERABLE'] }, passedDaysAgo: 1.5 },
  ],
  [
    'whose listing was observed since then and was not on offer',
    false,
    { inactiveDays: 1, listing: { status: ['DISCOVERABLE'] }, passedDaysAgo: 0.5 },
  ],
  [
    'whose listing was observed on offer since then',
    true,
    { inactiveDays: 1, listing: { status: ['BUYABLE'] }, passedDaysAgo: 0.5 },
  ],
  [
    'whose listing is on offer, while reports call it inactive for two days',
    false,
    { inactiveDays: 2.001, listing: { status: ['BUYABLE'] }, passedDaysAgo: 0.5 },
  ],
  ['without any listing', false, { inactiveDays: 1 }],
  ['that was taken down', true, { inactiveDays: 50, listing: { status: [] }, passedDaysAgo: 0.5 }],
  [
    'whose listing is restricted',
    true,
    {
      inactiveDays: 50,
      listing: {
        status: ['DISCOVERABLE'],
        issues: [{ code: '1', message: '', severity: 'ERROR', categories: [], enforcements: ['SEARCH_SUPPRESSED'] }],
      },
      passedDaysAgo: 0.5,
    },
  ],
  [
    'that was taken down in a marketplace that the account has left',
    false,
    { inactiveDays: 50, listing: { status: [] }, passedDaysAgo: 0.5, hasLeft: true },
  ],
])('a tracked product %s stays tracked: %s', async (_which, stays, given) => {
  expect(await decide(given)).toBe(stays);
});

test('a product that was taken down before it was tracked is not tracked', async () => {
  const takenDown = { isTracked: false, inactiveDays: 1, listing: { status: [] }, passedDaysAgo: 0.5 };

  expect(await decide(takenDown)).toBe(false);
  expect(await decide({ isTracked: false })).toBe(true);
});
