import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { likelyUnits } from '@app/shared/domain/risk/money-at-risk.ts';
import { packWorld, unpackWorld } from '@app/shared/world/packed/packed-world.ts';
import { daysShown } from '@app/shared/world/shown-days.ts';
import { testClock } from '../../../testing/clock.ts';
import { testDatabase } from '../../../testing/database/database.ts';
import {
  buildProduct,
  buildTenant,
  catalogFacts,
  listingFacts,
  openTestDb,
} from '../../../testing/database/factories.ts';
import { writeAdvertisedDay } from '../../../testing/observing/advertised.ts';
import type { Db } from '../../lib/db/db.ts';
import { createJudging } from '../judging/ingest.ts';
import { muteItem } from '../triage/triage.ts';
import { worldFor } from './world.ts';

const database = testDatabase();
const clock = testClock(new Date('2026-11-20T08:00:00Z'));
const config = { checkSpeedup: 1, pages: null } as Parameters<typeof worldFor>[0]['config'];
let db: Db;

beforeAll(() => void (db = openTestDb(database.workerUrl)));
afterAll(() => db.close());

test('a packed full answer equals the plain one after unpacking', async () => {
  const tenant = await buildTenant(db);
  const judging = createJudging({ db, clock });
  const productId = await buildProduct(db, { tenant, judging });
  const seen = { productId, aspect: 'catalog', sku: '', observedAt: clock.now() } as const;
  await judging.ingest(tenant.tenantId, [{ ...seen, facts: catalogFacts({ images: [], parentAsin: 'B0PARENT01' }) }]);
  const { answer } = await worldFor({ db, config, clock }, { actor: tenant.owner, state: undefined });
  if (!answer) throw new Error('A full answer is never empty');

  expect(unpackWorld(JSON.parse(JSON.stringify(packWorld(answer))))).toEqual(answer);
});

test('a product shows the facts that sources have recorded', async () => {
  const tenant = await buildTenant(db);
  const { tenantId } = tenant;
  const productId = await buildProduct(db, { tenant, judging: createJudging({ db, clock }) });
  await db.tenant(tenantId, async (tx) => {
    await sql`
      update products
         set star_rating_tenths = 43, review_count = 120, bsr_rank = 5123, fba_fee_cents = 360, total_qty = 208,
             in_stock_qty = 202, inbound_qty = 6, fbm_qty = 4, sales_known_at = ${new Date('2026-11-20T05:30:00Z')}
       where tenant_id = ${tenantId}`.execute(tx);
    await sql`
      insert into sales_days (tenant_id, product_id, day, units, orders, promotion_units, promotions, was_out_of_stock,
                              changed_at)
      values (${tenantId}, ${productId}, '2026-11-19', 7, 5, 2,
              '{"SPRING20": {"units": 2, "orders": 1}}', false, now())`.execute(tx);
  });

  const { answer } = await worldFor({ db, config, clock }, { actor: tenant.owner, state: undefined });

  expect(answer?.products).toMatchObject([
    {
      starRating: 4.3,
      reviewCount: 120,
      bsrRank: 5123,
      fbaFeeEstimate: 360,
      totalQty: 208,
      inStockQty: 202,
      inboundQty: 6,
      fbmQty: 4,
      ageHours: 2,
      sales: [
        { day: 20, month: 11, unitsSold: 0 },
        {
          day: 19,
          month: 11,
          unitsSold: 7,
          organicUnits: null,
          promotionCodesUsedUnits: 2,
          promotionCodes: { SPRING20: { units: 2, orders: 1 } },
        },
      ],
    },
  ]);
});

test('a product that sold nothing in two weeks shows what it sold before, since its first sale of 120 days', async () => {
  const tenant = await buildTenant(db);
  const { tenantId } = tenant;
  const [slow, quick] = await Promise.all(
    ['Slow', 'Quick'].map((name) => buildProduct(db, { tenant, judging: createJudging({ db, clock }) }, { name })),
  );
  await db.tenant(tenantId, (tx) =>
    sql`
      insert into sales_days (tenant_id, product_id, day, units, orders, promotion_units, promotions, was_out_of_stock,
                              changed_at)
      select ${tenantId}, s.product_id, s.day::date, s.units, 1, 0, '{}', false, now()
        from (values (${slow}::bigint, '2026-06-01', 50), (${slow}, '2026-09-26', 2), (${slow}, '2026-10-30', 3),
                     (${quick}::bigint, '2026-10-30', 3), (${quick}, '2026-11-18', 1)) as s (product_id, day, units)
      returning 1`.execute(tx),
  );

  const { answer } = await worldFor({ db, config, clock }, { actor: tenant.owner, state: undefined });
  const shown = new Map(answer?.products.map(({ productId, earlierSales }) => [productId, earlierSales]));
  expect(shown.get(slow ?? '')).toEqual({ units: 5, days: 42 });
  expect(shown.get(quick ?? '')).toBeNull();
});

test('the sales of a product that sells rarely have all days of two weeks, so that its risk is not overestimated', async () => {
  const tenant = await buildTenant(db);
  const { tenantId } = tenant;
  const judging = createJudging({ db, clock });
  const [rare, fresh] = [
    await buildProduct(db, { tenant, judging }, { name: 'Rare' }),
    await buildProduct(db, { tenant, judging }, { name: 'Fresh' }),
  ];
  await db.tenant(tenantId, (tx) =>
    sql`
      insert into sales_days (tenant_id, product_id, day, units, orders, promotion_units, promotions, was_out_of_stock,
                              changed_at)
      values (${tenantId}, ${rare}, '2026-10-30', 1, 1, 0, '{}', false, now()),
             (${tenantId}, ${rare}, '2026-11-17', 1, 1, 0, '{}', false, now()),
             (${tenantId}, ${fresh}, '2026-11-17', 1, 1, 0, '{}', false, now())`.execute(tx),
  );

  const { answer } = await worldFor({ db, config, clock }, { actor: tenant.owner, state: undefined });

  const risks = answer?.products.map((product) => [
    product.sales.length,
    likelyUnits({ ...product, ageHours: 1 })?.high,
  ]);
  expect(risks).toEqual([
    [daysShown, expect.closeTo(0.21, 1)],
    [4, expect.closeTo(0.74, 1)],
  ]);
});

test('a product whose last sale is no longer among the shown days shows that sale as an earlier one', async () => {
  const tenant = await buildTenant(db);
  const { tenantId } = tenant;
  const judging = createJudging({ db, clock });
  const [american, indian] = [
    await buildProduct(db, { tenant, judging }),
    await buildProduct(db, { tenant, judging }, { marketplace: 'IN' }),
  ];
  await db.tenant(tenantId, (tx) =>
    sql`
      insert into sales_days (tenant_id, product_id, day, units, orders, promotion_units, promotions, was_out_of_stock,
                              changed_at)
      values (${tenantId}, ${american}, '2026-11-03', 4, 4, 0, '{}', false, now()),
             (${tenantId}, ${american}, '2026-11-06', 2, 2, 0, '{}', false, now()),
             (${tenantId}, ${indian}, '2026-11-05', 7, 7, 0, '{}', false, now())`.execute(tx),
  );

  const { answer } = await worldFor({ db, config, clock }, { actor: tenant.owner, state: undefined });

  expect(answer?.products).toMatchObject([
    { productId: american, sales: [], earlierSales: { units: 6, days: 4 } },
    { productId: indian, sales: [], earlierSales: { units: 7, days: 2 } },
  ]);
});

test('a product shows its sales without advertising and what a day of advertising costs', async () => {
  const tenant = await buildTenant(db);
  const { tenantId } = tenant;
  const productId = await buildProduct(db, { tenant, judging: createJudging({ db, clock }) });
  await db.tenant(tenantId, (tx) =>
    sql`
      insert into sales_days (tenant_id, product_id, day, units, orders, promotion_units, promotions, was_out_of_stock,
                              changed_at)
      values (${tenantId}, ${productId}, '2026-11-19', 7, 5, 0, '{}', false, now())`.execute(tx),
  );
  const { answer: before } = await worldFor({ db, config, clock }, { actor: tenant.owner, state: undefined });
  for (const [day, costCents] of [
    ['2026-11-12', 9000],
    ['2026-11-13', 700],
    ['2026-11-19', 2800],
  ] as const) {
    await writeAdvertisedDay(db, { ...tenant, productId }, { day, same: [3, 2], costCents });
  }

  const { answer } = await worldFor({ db, config, clock }, { actor: tenant.owner, state: undefined });

  expect(before?.products).toMatchObject([{ adSpend: null }]);
  expect(answer?.products).toMatchObject([
    {
      adSpend: 500,
      sales: [
        { day: 20, organicUnits: null, organicOrders: null },
        { day: 19, unitsSold: 7, organicUnits: 4, organicOrders: 3 },
      ],
    },
  ]);
  expect(answer && unpackWorld(JSON.parse(JSON.stringify(packWorld(answer))))).toEqual(answer);
});

test('products with a common parent refer to each other, also in a delta', async () => {
  const tenant = await buildTenant(db);
  const judging = createJudging({ db, clock });
  const ids = [await buildProduct(db, { tenant, judging }), await buildProduct(db, { tenant, judging })];
  const { answer: before } = await worldFor({ db, config, clock }, { actor: tenant.owner, state: undefined });
  const see = (productId: string) =>
    judging.ingest(tenant.tenantId, [
      {
        productId,
        aspect: 'catalog',
        sku: '',
        observedAt: clock.now(),
        facts: catalogFacts({ parentAsin: 'B0PARENT01' }),
      },
    ]);
  await see(ids[0] ?? '');
  const { answer: between } = await worldFor({ db, config, clock }, { actor: tenant.owner, state: before?.state });
  await see(ids[1] ?? '');

  const { answer } = await worldFor({ db, config, clock }, { actor: tenant.owner, state: between?.state });

  expect(answer?.products).toMatchObject([{ productId: ids[1], productGroupProductIds: ids }]);
});

test('a delta contains only rows written since the held version', async () => {
  const tenant = await buildTenant(db);
  const judging = createJudging({ db, clock });
  const first = await buildProduct(db, { tenant, judging });
  await buildProduct(db, { tenant, judging });
  const { answer: before } = await worldFor({ db, config, clock }, { actor: tenant.owner, state: undefined });

  await muteItem({ db, clock }, tenant.owner, { id: `price-${first}`, minutes: 60 });
  const { answer } = await worldFor({ db, config, clock }, { actor: tenant.owner, state: before?.state });

  expect(before?.products).toHaveLength(2);
  expect(answer).toMatchObject({ full: false, products: [], removedProductIds: [] });
  expect(Object.values(answer?.watchDogs ?? {}).flatMap((group) => Object.values(group.items))).toMatchObject([
    { watchDogId: `price-${first}`, muted: true },
  ]);
});

test('a delta contains the velocity of a changed stock, even if its text is the same', async () => {
  const tenant = await buildTenant(db);
  const { tenantId } = tenant;
  const judging = createJudging({ db, clock });
  const productId = await buildProduct(db, { tenant, judging });
  const see = (units: number[]) => {
    const seen = { productId, observedAt: clock.now() };
    const sales = { through: '2026-11-19', units, outOfStock: units.map(() => false) };
    const stock = { fulfillable: 40, inbound: 0, reserved: 0, total: 40 };
    return judging.ingest(tenantId, [
      { ...seen, aspect: 'listing', sku: 'A', facts: listingFacts({ isFulfilledByAmazon: true, ownQuantity: null }) },
      { ...seen, aspect: 'stock', sku: 'A', facts: stock },
      { ...seen, aspect: 'sales', sku: '', facts: sales },
    ]);
  };
  await see([1, 2, 3]);
  const { answer: before } = await worldFor({ db, config, clock }, { actor: tenant.owner, state: undefined });
  clock.advance(60_000);
  await see([1, 2, 3, 6]);
  const { answer } = await worldFor({ db, config, clock }, { actor: tenant.owner, state: before?.state });

  const text = 'No alert thresholds have been set yet. Use setup at the top.';
  const told = (world: typeof answer) => world?.watchDogs['inventory']?.items[productId];
  expect(told(before)).toMatchObject({ statusDetails: { message: text }, figures: { sold: 6, days: 3 } });
  expect(answer?.full).toBe(false);
  expect(told(answer)).toMatchObject({ statusDetails: { message: text }, figures: { sold: 12, days: 4 } });
});
