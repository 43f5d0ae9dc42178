import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { minuteMs } from '@app/shared/base/time.ts';
import { testDatabase } from '../../../../testing/database/database.ts';
import { buildProduct, buildTenant, openTestDb, type BuiltTenant } from '../../../../testing/database/factories.ts';
import type { Db } from '../../../lib/db/db.ts';
import { loadFrequencyFacts } from '../effective-frequency.ts';
import { claimCredits, loadPageNeeds, settleCredits } from './page-budget-queries.ts';

const database = testDatabase();
const judging = {
  startWatching: () => Promise.resolve(),
  judgeAgain: () => Promise.resolve(),
  ingest: () => Promise.resolve({ changed: [], flips: 0 }),
};
let db: Db;
let tenant: BuiltTenant;

beforeAll(async () => {
  db = openTestDb(database.workerUrl);
  tenant = await buildTenant(db);
});
afterAll(() => db.close());

const needs = () => db.tenant(tenant.tenantId, (tx) => loadPageNeeds(tx, tenant.tenantId));
const change = (statement: ReturnType<typeof sql>) => db.tenant(tenant.tenantId, (tx) => statement.execute(tx));

const addKeyword = (productId: string, keyword: string) =>
  change(sql`
    insert into items (tenant_id, item_id, product_id, type, status, settings, version)
    values (
      ${tenant.tenantId}, ${`keyword-${productId}-${keyword}`}, ${productId}, 'keyword', 99,
      jsonb_build_object('keyword', ${keyword}::text), 1
    )`);

test('tracked products and each phrase once in its marketplace have to be paid for', async () => {
  const { tenantId } = tenant;
  const [one, other, elsewhere, ignored] = [
    await buildProduct(db, { tenant, judging }),
    await buildProduct(db, { tenant, judging }),
    await buildProduct(db, { tenant, judging }, { marketplace: 'CA' }),
    await buildProduct(db, { tenant, judging }),
  ];
  await change(sql`update products set is_tracked = false where product_id = ${ignored}`);
  for (const productId of [one, other, elsewhere, ignored]) await addKeyword(productId, 'kettle');
  await addKeyword(one, 'tea');
  await addKeyword(one, 'taken away');
  await change(sql`update items set removed_at = now() where item_id = ${`keyword-${one}-taken away`}`);

  expect(await needs()).toEqual({ products: 3, keywords: 3, ownAllowance: null });

  await change(sql`update tenants set page_credits_per_day = 500 where tenant_id = ${tenantId}`);
  expect(await needs()).toMatchObject({ ownAllowance: 500 });
});

test('processes that claim at once never get more than the allowance together', async () => {
  const { tenantId } = tenant;
  const claim = { day: '2031-01-01', purpose: 'products', wanted: 7, limit: 30 } as const;

  const granted = await Promise.all(
    Array.from({ length: 8 }, () => db.tenant(tenantId, (tx) => claimCredits(tx, tenantId, claim))),
  );

  expect(granted.toSorted((a, b) => b - a)).toEqual([7, 7, 7, 7, 2, 0, 0, 0]);
});

test('credits that were claimed and not spent are available again', async () => {
  const { tenantId } = tenant;
  const spending = { day: '2031-01-02', purpose: 'searches' } as const;
  const claim = () => db.tenant(tenantId, (tx) => claimCredits(tx, tenantId, { ...spending, wanted: 4, limit: 4 }));

  const first = await claim();
  await db.tenant(tenantId, (tx) => settleCredits(tx, tenantId, { ...spending, claimed: first, spent: 1 }));

  expect([first, await claim()]).toEqual([4, 3]);
});

test('an allowance that is lowered during the day takes nothing back', async () => {
  const { tenantId } = tenant;
  const claim = (limit: number) =>
    db.tenant(tenantId, (tx) =>
      claimCredits(tx, tenantId, { day: '2031-01-03', purpose: 'products', wanted: 6, limit }),
    );

  expect([await claim(10), await claim(4), await claim(10)]).toEqual([6, 0, 4]);
});

const pages = { provider: 'rainforest', url: '', key: '', creditsPerProduct: 6, creditsPerKeyword: 16 } as const;

const leastOf = async () => {
  const { tenantId } = tenant;
  const facts = await db.tenant(tenantId, (tx) => loadFrequencyFacts(tx, { pages, checkSpeedup: 1 }, tenantId));
  return Object.fromEntries([...facts.leastMs].map(([source, ms]) => [source, ms / minuteMs]));
};

const pass = (marketplace: string, source: string, { took, every }: { took: number; every: number }) =>
  change(sql`
    insert into sweeps (tenant_id, seller_account_id, marketplace, source, due_at, confirmed_at, finished_at, cursor)
    values (
      ${tenant.tenantId}, ${tenant.sellerAccountId}, ${marketplace}, ${source}, now(),
      timestamptz '2026-06-15 12:00Z', timestamptz '2026-06-15 12:00Z' + ${took} * interval '1 minute',
      jsonb_build_object('everyMs', ${every * minuteMs}::float8)
    )`);

test('a source is as slow as its longest pass, and a source of pages as slow as its credits demand', async () => {
  await pass('US', 'listing-offers', { took: 17, every: 240 });
  await pass('CA', 'listing-offers', { took: 2, every: 15 });

  // Six credits for each product and day pay for a page every four hours.
  expect(await leastOf()).toEqual({ 'listing-offers': 17, 'product-pages': 240, 'search-pages': 360 });

  await pass('US', 'product-pages', { took: 5, every: 480 });

  expect(await leastOf()).toMatchObject({ 'product-pages': 480 });
});
