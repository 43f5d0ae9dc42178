import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { observingWorld, type ConnectedTenant } from '../../../../../testing/observing/observing.ts';
import { listFreshness } from '../../freshness.ts';
import { findSource } from '../../sources/registry.ts';
import type { SweepKey } from '../sweep-queries.ts';

const world = observingWorld();
const america = { sellingPartnerId: 'A2QWN7L4RKH13D', region: 'NA' } as const;
const spare = { sellingPartnerId: 'A1MRWBY5P8XGZ2', region: 'NA' } as const;
let tenant: ConnectedTenant;

beforeAll(async () => {
  tenant = await world.settle(america);
});

interface WatchedProduct {
  readonly productId: string;
  readonly asin: string;
  readonly sku: string;
  readonly cents: number;
}

/** A product of one listing, with our price as it was last observed. */
async function watchedProduct(position: number): Promise<WatchedProduct> {
  const rows = await world.rows(sql<WatchedProduct>`
    select p.product_id as "productId", p.asin, o.sku, (o.facts -> 'ownPrice' ->> 'cents')::int as cents
      from products p
      join observations o using (tenant_id, product_id)
     where p.tenant_id = ${tenant.tenantId}
       and p.marketplace = 'US'
       and o.aspect = 'offers'
       and o.facts ->> 'ownPrice' is not null
       and (select count(*) from listings l
             where l.tenant_id = ${tenant.tenantId} and l.product_id = p.product_id) = 1
     order by p.asin`);
  const row = rows[position];
  if (!row) throw new Error('There are not that many');
  return row;
}

const sweepOf = (source: string) => (key: SweepKey) =>
  key.tenantId === tenant.tenantId && key.source === source && key.marketplace === 'US';

async function stateOf(source: string) {
  const [row] = await world.rows(sql<{
    failures: number;
    lastError: string | null;
    everyMs: number;
    after: string | null;
    confirmedAt: Date;
    dueAt: Date;
    missed: number;
  }>`
    select s.failures, s.last_error as "lastError", (s.cursor ->> 'everyMs')::int as "everyMs",
           s.cursor ->> 'after' as after, s.confirmed_at as "confirmedAt", s.due_at as "dueAt",
           s.missed_by_push as missed
      from sweeps s
     where s.tenant_id = ${tenant.tenantId} and s.source = ${source} and s.marketplace = 'US'`);
  if (!row) throw new Error(`There is no sweep ${source}`);
  return row;
}

/** Minutes in which every period passes at this speed-up. */
const aWhile = 0.5;

test('a sweep finds a changed price, and the watchdogs judge it', async () => {
  const product = await watchedProduct(0);
  await world.happen({ type: 'priceChanged', asin: product.asin, marketplace: 'US', price: 5 });

  world.clock.advance(aWhile);
  await world.runAllDue(sweepOf('listing-offers'));

  expect((await watchedProduct(0)).cents).toBe(500);
  const flips = await world.rows(sql<{ type: string }>`
    select f.type from flips f where f.product_id = ${product.productId} and f.type = 'price'`);
  expect(flips).toHaveLength(1);
});

test('facts that have not changed write no row', async () => {
  const count = () => world.rows(sql<{ n: string }>`select count(*) as n from observation_history`);
  const before = await count();

  world.clock.advance(aWhile);
  await world.runAllDue((key) => key.tenantId === tenant.tenantId);

  expect(await count()).toEqual(before);
});

test('a 429 empties the bucket and halves its rate, and the sweep goes on when it has filled', async () => {
  world.clock.advance(aWhile);
  await world.spoil({ fault: '429', operation: 'searchCatalogItems', count: 2 });

  await world.runAllDue(sweepOf('catalog-items'));

  const [bucket] = await world.rows(sql<{ factor: number }>`
    select factor from quota_buckets
     where operation = 'searchCatalogItems' and selling_partner_id = ${america.sellingPartnerId}`);
  expect(bucket?.factor).toBeGreaterThanOrEqual(0.25);
  expect(bucket?.factor).toBeLessThan(0.5);
  expect(await stateOf('catalog-items')).toMatchObject({ failures: 0, lastError: null });
});

test.each(['500', 'malformed'])('an answer that is %s is asked for again later, and nothing is lost', async (fault) => {
  const before = await stateOf('listings-items');
  world.clock.advance(aWhile);
  await world.spoil({ fault, operation: 'searchListingsItems', count: fault === '500' ? 4 : 1 });

  await world.runAllDue(sweepOf('listings-items'));
  const failed = await stateOf('listings-items');
  await world.sandbox.control('DELETE', '/sandbox/faults');
  world.clock.advance(aWhile);
  await world.runAllDue(sweepOf('listings-items'));

  expect(failed).toMatchObject({ failures: 1, confirmedAt: before.confirmedAt });
  expect(failed.lastError).toMatch(fault === '500' ? 'status 500' : 'malformed answer');
  const mended = await stateOf('listings-items');
  expect(mended).toMatchObject({ failures: 0, lastError: null });
  expect(mended.confirmedAt.getTime()).toBeGreaterThan(before.confirmedAt.getTime());
  world.log.splice(0);
});

test('a pass that was interrupted goes on after the last batch', async () => {
  world.clock.advance(aWhile);
  const asked: (readonly string[])[] = [];
  const { searchListingsItems } = world.ctx.marketplace;
  Object.assign(world.ctx.marketplace, {
    searchListingsItems: (...call: Parameters<typeof searchListingsItems>) => {
      asked.push(call[1].skus);
      if (asked.length === 2) throw new Error('killed');
      return searchListingsItems(...call);
    },
  });

  await world.runAllDue(sweepOf('listings-items'));
  world.clock.advance(aWhile);
  await world.runAllDue(sweepOf('listings-items'));
  Object.assign(world.ctx.marketplace, { searchListingsItems });

  const [first, failed, again] = asked;
  expect(first).toHaveLength(20);
  expect(again).toEqual(failed);
  expect(failed?.[0]).not.toBe(first?.[0]);
  expect(world.log.splice(0).map((line) => line.msg)).toEqual(['looking at the marketplace has failed']);
});

test('a listing that the marketplace does not know does not affect the others of its batch', async () => {
  const product = await watchedProduct(1);
  await sql`
    insert into listings (tenant_id, seller_account_id, marketplace, sku, product_id, is_active)
    values (${tenant.tenantId}, ${tenant.sellerAccountId}, 'US', '0-UNKNOWN', ${product.productId}, true)`.execute(
    world.ctx.db.global,
  );
  await world.happen({ type: 'priceChanged', asin: product.asin, marketplace: 'US', price: 7 });

  world.clock.advance(aWhile);
  await world.runAllDue((key) => key.tenantId === tenant.tenantId);
  await sql`delete from listings where sku = '0-UNKNOWN'`.execute(world.ctx.db.global);

  expect((await watchedProduct(1)).cents).toBe(700);
  // The SKU still has stock facts and is known not to be suppressed, because the lists of both are complete without it.
  const seen = await world.rows(sql<{ aspect: string }>`select o.aspect from observations o where o.sku = '0-UNKNOWN'`);
  expect(seen.filter(({ aspect }) => ['offers', 'listing', 'fees'].includes(aspect))).toEqual([]);
});

test('each source is fresh until two periods have passed without a complete pass', async () => {
  const actor = {
    ...tenant,
    emailAddressId: '1',
    email: '',
    isOwner: true,
    hiddenSellerAccountIds: [],
    isServed: true,
    sessionHash: '',
  };
  const look = () => world.ctx.db.tenant(tenant.tenantId, (tx) => listFreshness(tx, actor, world.clock.now()));
  world.clock.standStill();
  await world.runAllDue((key) => key.tenantId === tenant.tenantId);
  const fresh = await look();
  world.clock.advance(60);
  const stale = await look();

  const hidden = { ...actor, hiddenSellerAccountIds: [tenant.sellerAccountId] };
  const unseen = await world.ctx.db.tenant(tenant.tenantId, (tx) => listFreshness(tx, hidden, world.clock.now()));

  expect(unseen).toEqual([]);
  // Reports are written by the marketplace's clock, which does not move with ours.
  expect(fresh.filter(({ late, source }) => late && findSource(source)?.kind === 'batches')).toEqual([]);
  expect(stale.every(({ late }) => late)).toBe(true);
  expect(fresh.flatMap(({ aspects }) => aspects)).toEqual(
    expect.arrayContaining(['catalog', 'rank', 'parent', 'offers', 'listing', 'stock', 'fees', 'replenishment']),
  );
});

// This test runs the discovery and all first passes of a second account.
test('two tenants that connected one seller share its quota and see the same', async () => {
  const other = await world.settle(america);

  const buckets = await world.rows(sql`
    select 1 from quota_buckets where operation = 'getListingOffersBatch' and selling_partner_id = ${america.sellingPartnerId}`);
  const seen = (tenantId: string) =>
    world.rows(sql<{ hash: string }>`
      select o.hash from observations o join products p using (tenant_id, product_id)
       where o.tenant_id = ${tenantId} and o.aspect = 'offers' order by p.marketplace, o.sku`);
  world.clock.advance(aWhile);
  await world.runAllDue(({ source }) => source === 'listing-offers');
  expect(buckets).toHaveLength(1);
  expect(await seen(other.tenantId)).toEqual(await seen(tenant.tenantId));
  await sql`update seller_accounts set deleted_at = now() where tenant_id = ${other.tenantId}`.execute(
    world.ctx.db.global,
  );
});

test('a seller who revokes the authorisation rests until it is granted again', async () => {
  const revoked = await world.settle(spare);
  const isOfTenant = (key: SweepKey) => key.tenantId === revoked.tenantId;
  await world.spoil({ fault: 'tokenRevoked', sellerId: spare.sellingPartnerId });
  world.clock.advance(aWhile);

  await world.runAllDue(isOfTenant);
  const warnings = world.log.splice(0).map(({ msg, reason }) => `${msg}: ${String(reason)}`);
  world.clock.advance(1000);
  const askedLater = await world.runAllDue(isOfTenant);

  const [account] = await world.rows(sql<{ marked: boolean }>`
    select may_need_reauthorization as marked from seller_accounts where tenant_id = ${revoked.tenantId}`);
  expect(account).toEqual({ marked: true });
  expect(warnings).toEqual([expect.stringContaining('invalid_grant')]);
  expect(askedLater).toEqual([]);
});
