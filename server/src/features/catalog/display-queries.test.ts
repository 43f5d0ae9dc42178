import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Aspect, FactsOf } from '@app/shared/watchdogs/facts/observations.ts';
import { testDatabase } from '../../../testing/database/database.ts';
import {
  buildProduct,
  buildTenant,
  catalogFacts,
  listingFacts,
  offersFacts,
  openTestDb,
  unwatched,
  type BuiltTenant,
} from '../../../testing/database/factories.ts';
import { json, type Db } from '../../lib/db/db.ts';
import { nextWorldVersion } from '../../lib/db/world-version.ts';
import { refreshDisplay } from './display-queries.ts';

const database = testDatabase();
let db: Db;
let tenant: BuiltTenant;
let productId: string;

beforeAll(() => {
  db = openTestDb(database.workerUrl);
});
beforeEach(async () => {
  tenant = await buildTenant(db);
  productId = await buildProduct(db, { tenant, judging: unwatched });
});
afterAll(() => db.close());

type SeenFacts = { readonly [A in Aspect]: { aspect: A; sku: string; facts: FactsOf<A> } }[Aspect];

/** Records observations and refreshes the card of the product. */
async function see(...seen: readonly SeenFacts[]): Promise<void> {
  const { tenantId } = tenant;
  await db.tenant(tenantId, async (tx) => {
    await sql`
      insert into observations (tenant_id, product_id, aspect, sku, facts, hash, observed_at)
      select ${tenantId}, ${productId}::bigint, s.aspect, s.sku, s.facts, '', now()
        from jsonb_to_recordset(${json(seen)}::jsonb) as s (aspect text, sku text, facts jsonb)
          on conflict (tenant_id, product_id, aspect, sku) do update
         set facts = excluded.facts`.execute(tx);
    await refreshDisplay(tx, { tenantId, productIds: [productId], version: await nextWorldVersion(tx, tenantId) });
  });
}

async function card() {
  const { rows } = await sql<Record<string, unknown>>`
    select p.title, p.price_cents::int as price, p.star_rating_tenths as stars, p.review_count as reviews,
           p.fba_fee_cents::int as fee, p.total_qty as total, p.in_stock_qty as "inStock", p.inbound_qty as inbound,
           p.fbm_qty as fbm, p.is_adult as "isAdult", p.parent_asin as parent, p.version = t.world_version as "isStamped"
      from products p join tenants t using (tenant_id)
     where p.tenant_id = ${tenant.tenantId}`.execute(db.global);
  return rows[0];
}

const seeCatalog = (facts: FactsOf<'catalog'>) => see({ aspect: 'catalog', sku: '', facts });
const stock = (sku: string, fulfillable: number | null, inbound: number | null): SeenFacts => ({
  aspect: 'stock',
  sku,
  facts: { fulfillable, inbound, reserved: null, total: fulfillable === null ? null : fulfillable + (inbound ?? 0) },
});
const usd = (cents: number) => ({ cents, currency: 'USD' });
const fees = (sku: string, fba: number | null): SeenFacts => ({
  aspect: 'fees',
  sku,
  facts: { fba: fba === null ? null : usd(fba), referral: null, total: null, atPrice: usd(2490) },
});
const rating = (tenths: number | null, count: number | null): SeenFacts => ({
  aspect: 'rating',
  sku: '',
  facts: { tenths, count, byStars: null },
});

test('quantities are sums over the listings with a known quantity', async () => {
  await see(stock('A', 40, 6), stock('B', 2, null), stock('C', null, null));
  await see(
    { aspect: 'listing', sku: 'C', facts: listingFacts({ ownQuantity: 7 }) },
    { aspect: 'listing', sku: 'A', facts: listingFacts({ isFulfilledByAmazon: true, ownQuantity: null }) },
  );

  expect(await card()).toMatchObject({ total: 48, inStock: 42, inbound: 6, fbm: 7, isStamped: true });
});

test('units at Amazon of a SKU that the seller ships do not count', async () => {
  await see(stock('A', 40, 6), stock('B', 50, 3));
  await see({ aspect: 'listing', sku: 'B', facts: listingFacts({ isFulfilledByAmazon: false, ownQuantity: 7 }) });

  expect(await card()).toMatchObject({ total: 46, inStock: 40, inbound: 6, fbm: 7 });
});

test('units at the seller of a SKU that Amazon ships do not count', async () => {
  const shippedByAmazon = { aspect: 'listing', sku: 'A', facts: listingFacts({ isFulfilledByAmazon: true }) } as const;
  await see(stock('A', 40, 6), shippedByAmazon);
  const alone = await card();
  await see({ aspect: 'listing', sku: 'B', facts: listingFacts({ isFulfilledByAmazon: false, ownQuantity: 7 }) });

  expect(alone).toMatchObject({ inStock: 40, fbm: null });
  expect(await card()).toMatchObject({ inStock: 40, fbm: 7 });
});

test('an unknown quantity is not zero', async () => {
  await see({ aspect: 'catalog', sku: '', facts: catalogFacts() });

  expect(await card()).toMatchObject({ total: null, inStock: null, inbound: null, fbm: null, fee: null, stars: null });
});

test('a quantity that is not known any more is removed, because it would be out of date', async () => {
  await see(stock('A', 40, 6));
  await see(stock('A', null, null));

  expect(await card()).toMatchObject({ total: null, inStock: null, inbound: null });
});

test('stars and reviews stay when a page comes without them', async () => {
  await see(rating(43, 1250));
  await see(rating(null, null));

  expect(await card()).toMatchObject({ stars: 43, reviews: 1250 });
});

test('a product without ratings shows no reviews, which does not remove known ones', async () => {
  await see(rating(null, 0));
  expect(await card()).toMatchObject({ stars: null, reviews: 0 });

  await see(rating(43, 1250));
  await see(rating(null, 0));

  expect(await card()).toMatchObject({ stars: 43, reviews: 1250 });
});

test('the fee is the highest of the listings, except those that the seller ships', async () => {
  await see(fees('A', 540), fees('B', 610), fees('C', null), fees('D', 990));
  await see({ aspect: 'listing', sku: 'D', facts: listingFacts({ isFulfilledByAmazon: false }) });

  expect(await card()).toMatchObject({ fee: 610 });
});

test('the price is the lowest of our own, and the title is that of the catalogue', async () => {
  const { sellerKey } = tenant;
  await see(
    { aspect: 'offers', sku: 'A', facts: offersFacts({ sellerKey, ownCents: 3490 }) },
    { aspect: 'offers', sku: 'B', facts: offersFacts({ sellerKey, ownCents: 2990 }) },
    { aspect: 'offers', sku: 'C', facts: { offers: [], totalOffers: 0, buyBox: null, ownPrice: null } },
    { aspect: 'catalog', sku: '', facts: catalogFacts({ title: 'Skillet', isAdult: true }) },
  );

  expect(await card()).toMatchObject({ price: 2990, title: 'Skillet', isAdult: true });
});

test('an answer without relationships keeps the parent, and one without a parent removes it', async () => {
  const { parentAsin: _untold, ...others } = catalogFacts();

  await seeCatalog(catalogFacts({ parentAsin: 'B0PARENT01' }));
  await seeCatalog(others);
  const untold = await card();
  await seeCatalog(catalogFacts({ parentAsin: null }));

  expect(untold).toMatchObject({ parent: 'B0PARENT01' });
  expect(await card()).toMatchObject({ parent: null });
});
