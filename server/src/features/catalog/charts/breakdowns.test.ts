import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { promotionsBreakdown, rankBreakdown, salesBreakdown } from '@app/shared/contract/catalog.ts';
import { saveOrders } from '../sales/sales.ts';
import { testApi, type Owner } from '../../../../testing/http/api.ts';
import { testNow } from '../../../../testing/database/postgres.ts';
import { writeAdvertisedDay } from '../../../../testing/observing/advertised.ts';
import { buildProductOf, type BuiltProduct } from '../../../../testing/observing/products.ts';

const api = testApi();
let owner: Owner;
let product: BuiltProduct;

/** Noon of 15 June in UTC is five in the morning in Los Angeles. */
beforeEach(async () => {
  api.clock.set(testNow);
  owner = await api.owner();
  product = await connected();
});

const run = (query: ReturnType<typeof sql>) => api.worker.tenant(owner.tenantId, (tx) => query.execute(tx));

/** Builds a product of an account that was connected on 1 June and whose orders have been read up to now. */
async function connected(): Promise<BuiltProduct> {
  const built = await buildProductOf(api.worker, owner);
  await run(sql`
    update seller_accounts set created_at = '2026-06-01T12:00Z' where seller_account_id = ${built.sellerAccountId}`);
  await ordersRead(built, testNow);
  return built;
}

const ordersRead = ({ sellerAccountId }: BuiltProduct, at: Date) =>
  run(sql`
    insert into sweeps (tenant_id, seller_account_id, marketplace, source, due_at, confirmed_at)
    values (${owner.tenantId}, ${sellerAccountId}, '', 'orders', ${at}, ${at})
        on conflict (tenant_id, seller_account_id, marketplace, source) do update
       set confirmed_at = excluded.confirmed_at`);

interface SoldDay {
  readonly units: number;
  readonly codes?: Readonly<Record<string, { units: number; orders: number }>>;
  readonly of?: BuiltProduct;
  readonly outOfStock?: boolean;
}

const sold = (day: string, { units, codes = {}, of = product, outOfStock = false }: SoldDay) =>
  run(sql`
    insert into sales_days (
      tenant_id, product_id, day, units, orders, promotion_units, promotions, was_out_of_stock, changed_at
    )
    values (
      ${owner.tenantId}, ${of.productId}, ${day}, ${units}, ${units},
      ${Object.values(codes).reduce((sum, code) => sum + code.units, 0)}, ${JSON.stringify(codes)}, ${outOfStock}, now()
    )`);

const inFamily = (...members: readonly BuiltProduct[]) =>
  run(sql`
    update products set parent_asin = 'B0PARENT'
     where product_id = any (${members.map(({ productId }) => productId)}::bigint[])`);

type Query = Parameters<typeof owner.call<typeof salesBreakdown>>[1] extends { query?: infer Q } | undefined
  ? Q
  : never;
const sales = (query: Query = {}, who = owner) =>
  who.call(salesBreakdown, { query: { productId: product.productId, ...query } });
const unitsBy = (days: Awaited<ReturnType<typeof sales>>['sales']) =>
  Object.fromEntries(days.map((day) => [day.date.slice(5), [day.soldUnitsThisVariation, day.soldUnitsAllVariations]]));

test('the last 30 days are listed one by one, oldest first, with zeros on days without sales', async () => {
  await sold('2026-06-13', { units: 7 });
  await sold('2026-06-15', { units: 2 });

  const { sales: days, hasVariations } = await sales();

  expect(days).toHaveLength(30);
  expect([days[0]?.date, days.at(-1)?.date]).toEqual(['2026-05-17', '2026-06-15']);
  expect(unitsBy(days.slice(-3))).toEqual({ '06-13': [7, 7], '06-14': [0, 0], '06-15': [2, 2] });
  expect(hasVariations).toBe(false);
});

test('units and orders without advertising are known on days of which both reports were read, and never negative', async () => {
  const advertised = { ...product, tenantId: owner.tenantId };
  for (const day of ['2026-06-11', '2026-06-12', '2026-06-13']) await sold(day, { units: 7 });
  await writeAdvertisedDay(api.worker, advertised, { day: '2026-06-11', same: [9, 8] });
  await writeAdvertisedDay(api.worker, advertised, { day: '2026-06-12', same: [2, 1], other: [1, 1] });
  await writeAdvertisedDay(api.worker, advertised, { day: '2026-06-13', same: [2, 1], read: 'one' });
  await writeAdvertisedDay(api.worker, advertised, { day: '2026-06-14' });

  const { sales: days } = await sales({ lookbackDays: 5 });

  expect(days.map((day) => [day.date.slice(8), day.organicUnitsThisVariation, day.organicOrdersThisVariation])).toEqual(
    [
      ['11', 0, 0],
      ['12', 4, 5],
      ['13', null, null],
      ['14', 0, 0],
      ['15', null, null],
    ],
  );
});

test('the advertising of one seller account says nothing about another', async () => {
  await sold('2026-06-13', { units: 7 });
  const { sellerAccountId } = await connected();
  const productId = product.productId;
  await writeAdvertisedDay(api.worker, { tenantId: owner.tenantId, sellerAccountId, productId }, { day: '2026-06-13' });

  const { sales: days } = await sales({ lookbackDays: 3 });

  expect(days.map((day) => day.organicUnitsThisVariation)).toEqual([null, null, null]);
});

test('today is not final, every day before it is', async () => {
  const { sales: days } = await sales({ lookbackDays: 3 });

  expect(days.map((day) => day.final)).toEqual([true, true, false]);
});

test('days before the reach of the first report of orders are unknown, not zero', async () => {
  const { sales: days } = await sales({ lookbackDays: 120 });

  const known = days.filter((day) => day.soldUnitsThisVariation !== null);
  expect(days).toHaveLength(120);
  // The known sales begin 59 whole days before 1 June.
  expect(known[0]?.date).toBe('2026-04-03');
  expect(known.at(-1)?.date).toBe('2026-06-15');
});

test('days since the orders could not be read are unknown, and the last day that was read is not final', async () => {
  await sold('2026-06-13', { units: 3 });
  await ordersRead(product, new Date('2026-06-13T20:00Z'));

  const { sales: days } = await sales({ lookbackDays: 4 });

  expect(unitsBy(days)).toEqual({ '06-12': [0, 0], '06-13': [3, 3], '06-14': [null, null], '06-15': [null, null] });
  expect(days.map((day) => day.final)).toEqual([true, false, false, false]);
});

test('the sales of a product whose orders were never read are unknown', async () => {
  await run(sql`delete from sweeps where seller_account_id = ${product.sellerAccountId}`);

  expect(unitsBy((await sales({ lookbackDays: 2 })).sales)).toEqual({ '06-14': [null, null], '06-15': [null, null] });
});

test('all variations are the products with the same parent in the same marketplace, tracked or not', async () => {
  const [sister, untracked, abroad, stranger] = await Promise.all([
    buildProductOf(api.worker, owner, { account: product }),
    buildProductOf(api.worker, owner, { account: product }),
    buildProductOf(api.worker, owner, { account: product, marketplace: 'CA' }),
    buildProductOf(api.worker, owner, { account: product }),
  ]);
  await inFamily(product, sister, untracked, abroad);
  await run(sql`update products set is_tracked = false where product_id = ${untracked.productId}`);
  await sold('2026-06-14', { units: 1 });
  for (const [of, units] of [
    [sister, 10],
    [untracked, 100],
    [abroad, 1000],
    [stranger, 5000],
  ] as const) {
    await sold('2026-06-14', { units, of });
  }

  const { sales: days, hasVariations } = await sales({ lookbackDays: 2 });

  expect(hasVariations).toBe(true);
  expect(unitsBy(days)).toEqual({ '06-14': [1, 111], '06-15': [0, 0] });
});

test('a family without a named product has no variation of its own', async () => {
  await inFamily(product);
  await sold('2026-06-14', { units: 4 });

  const { sales: days } = await owner.call(salesBreakdown, { query: { productGroupId: 'B0PARENT', lookbackDays: 2 } });

  expect(unitsBy(days)).toEqual({ '06-14': [null, 4], '06-15': [null, 0] });
});

test('a family is unknown on days on which one of its products is unknown', async () => {
  const late = await connected();
  await inFamily(product, late);
  await ordersRead(late, new Date('2026-06-13T20:00Z'));
  await sold('2026-06-14', { units: 4 });

  expect(unitsBy((await sales({ lookbackDays: 2 })).sales)).toEqual({ '06-14': [4, null], '06-15': [0, null] });
});

test('days of a product are final though the orders of another variation could not be read since', async () => {
  const late = await connected();
  await inFamily(product, late);
  await ordersRead(late, new Date('2026-06-13T20:00Z'));
  await sold('2026-06-13', { units: 4, codes: { SAVE10: { units: 4, orders: 4 } } });

  const { sales: days } = await sales({ lookbackDays: 4 });
  const query = { productGroupId: 'B0PARENT', productId: product.productId, lookbackDays: 4 };
  const { promotions } = await owner.call(promotionsBreakdown, { query });

  expect(days.map((day) => day.final)).toEqual([true, true, true, false]);
  // The last day of the other variation is not complete, so that a sum of it would be drawn as final.
  expect(days.map((day) => day.soldUnitsAllVariations)).toEqual([0, null, null, null]);
  expect(promotions.map(({ units }) => units)).toEqual([[0, null, null, null]]);
});

test('a family without a named product is final only on days that are final for all variations', async () => {
  const late = await connected();
  await inFamily(product, late);
  await ordersRead(late, new Date('2026-06-13T20:00Z'));

  const { sales: days } = await owner.call(salesBreakdown, { query: { productGroupId: 'B0PARENT', lookbackDays: 4 } });

  expect(days.map((day) => day.final)).toEqual([true, false, false, false]);
  expect(days.map((day) => day.soldUnitsAllVariations)).toEqual([0, 0, null, null]);
});

test('a range of dates includes both ends and does not go beyond today', async () => {
  const { sales: days } = await sales({ from: '2026-06-12', to: '2026-06-30', lookbackDays: 1 });

  expect(days.map((day) => day.date)).toEqual(['2026-06-12', '2026-06-13', '2026-06-14', '2026-06-15']);
});

test("today is the marketplace's day: in Los Angeles it begins at seven in the morning of UTC in summer", async () => {
  api.clock.set(new Date('2026-06-15T06:59:00Z'));
  const before = await sales({ lookbackDays: 1 });
  api.clock.set(new Date('2026-06-15T07:00:00Z'));
  const after = await sales({ lookbackDays: 1 });

  expect([before.sales[0]?.date, after.sales[0]?.date]).toEqual(['2026-06-14', '2026-06-15']);
});

test('days on which clocks change are listed once', async () => {
  const { sales: days } = await sales({ from: '2026-03-07', to: '2026-03-09' });

  expect(days.map((day) => day.date)).toEqual(['2026-03-07', '2026-03-08', '2026-03-09']);
});

test('the usual sales of a day are those that alerts expect', async () => {
  const units = Array.from({ length: 40 }, () => 40);
  const facts = { through: '2026-06-14', units, outOfStock: units.map(() => false) };
  await run(sql`
    insert into observations (tenant_id, product_id, aspect, sku, facts, hash, observed_at)
    values (${owner.tenantId}, ${product.productId}, 'sales', '', ${JSON.stringify(facts)}, '', ${testNow})`);

  const { sales: days } = await sales({ lookbackDays: 2 });

  expect(days.map((day) => day.expectedThisVariation)).toEqual([{ low: 29, high: 51 }, undefined]);
});

test('a day on which a product was out of stock is marked', async () => {
  await sold('2026-06-14', { units: 0, outOfStock: true });

  expect((await sales({ lookbackDays: 2 })).sales.map((day) => day.wasOutOfStock)).toEqual([true, false]);
});

test.each([
  [{ lookbackDays: 0 }],
  [{ lookbackDays: 121 }],
  [{ from: '2026-02-29' }],
  [{ from: '1999-12-31' }],
  [{ from: '2026-01-01', to: '2026-06-01' }],
  [{ from: '2026-06-10', to: '2026-06-09' }],
  [{ productId: undefined }],
])('%o is refused', async (query) => {
  await expect(sales(query)).rejects.toMatchObject({ status: 400, code: 'badRequest' });
});

test('promotions are listed by code with units and orders of each day, the best one first', async () => {
  const sister = await buildProductOf(api.worker, owner, { account: product });
  await inFamily(product, sister);
  await sold('2026-06-13', { units: 9, codes: { SPRING: { units: 2, orders: 1 }, SAVE10: { units: 3, orders: 3 } } });
  await sold('2026-06-14', { units: 5, of: sister, codes: { SAVE10: { units: 4, orders: 2 } } });
  await sold('2026-05-01', { units: 5, codes: { OLD: { units: 4, orders: 2 } } });

  const query = { productGroupId: 'B0PARENT', productId: product.productId, lookbackDays: 3 };
  const { dates, promotions } = await owner.call(promotionsBreakdown, { query });

  expect(dates).toEqual(['2026-06-13', '2026-06-14', '2026-06-15']);
  expect(promotions).toEqual([
    { code: 'SAVE10', totalUnits: 7, totalOrders: 5, units: [3, 4, 0], orders: [3, 2, 0] },
    { code: 'SPRING', totalUnits: 2, totalOrders: 1, units: [2, 0, 0], orders: [1, 0, 0] },
  ]);
});

test('an order with several variations of the family counts once for a code, also when the order is deleted', async () => {
  const sister = await buildProductOf(api.worker, owner, { account: product });
  const third = await buildProductOf(api.worker, owner, { account: product });
  await inFamily(product, sister);
  const asins = new Map<string, string>();
  for (const { productId } of [product, sister, third]) {
    const found = await api.worker.tenant(owner.tenantId, (tx) =>
      sql<{ asin: string; marketplace: string }>`
        select asin, marketplace from products
         where tenant_id = ${owner.tenantId} and product_id = ${productId}`.execute(tx),
    );
    asins.set(productId, found.rows[0]?.asin ?? '');
  }
  const order = (orderId: string, bought: readonly BuiltProduct[]) => ({
    orderId,
    marketplace: 'US',
    placedAt: new Date('2026-06-14T20:00:00Z'),
    updatedAt: new Date('2026-06-14T20:00:00Z'),
    isCancelled: false,
    items: bought.map(({ productId }) => ({
      asin: asins.get(productId) ?? '',
      units: 1,
      unitPriceCents: null,
      promotionIds: ['SAVE10'],
    })),
  });
  const account = { tenantId: owner.tenantId, sellerAccountId: product.sellerAccountId };
  await saveOrders({ ...api.ctx, db: api.worker }, account, [
    order('1', [product, sister, third]),
    order('2', [sister, third]),
    order('3', [product, third]),
    order('4', [sister]),
  ]);
  await run(sql`delete from order_products where tenant_id = ${owner.tenantId}`);
  const query = { productGroupId: 'B0PARENT', lookbackDays: 2 };
  const codes = async () => (await owner.call(promotionsBreakdown, { query })).promotions;

  expect(await codes()).toEqual([{ code: 'SAVE10', totalUnits: 5, totalOrders: 4, units: [5, 0], orders: [4, 0] }]);

  // The third product joins the family later.
  await inFamily(third);
  expect(await codes()).toMatchObject([{ totalUnits: 8, totalOrders: 4 }]);
});

test('the rank of a day is the average of the hours with a rank', async () => {
  const ranks = Array.from({ length: 24 }, () => 0)
    .with(3, 100)
    .with(4, 201);
  await run(sql`
    insert into rank_days (tenant_id, product_id, day, ranks)
    values (${owner.tenantId}, ${product.productId}, '2026-06-14', ${ranks}::int[])`);

  const { ranks: days } = await owner.call(rankBreakdown, {
    query: { productId: product.productId, lookbackDays: 3 },
  });

  expect(days).toEqual([
    { date: '2026-06-13', rank: null, final: true },
    { date: '2026-06-14', rank: 151, final: true },
    { date: '2026-06-15', rank: null, final: false },
  ]);
});

test('a product that is not tracked, or does not exist, is not found', async () => {
  await run(sql`update products set is_tracked = false where product_id = ${product.productId}`);

  for (const productId of [product.productId, '999999999']) {
    await expect(sales({ productId })).rejects.toMatchObject({ status: 404 });
    await expect(owner.call(promotionsBreakdown, { query: { productId } })).rejects.toMatchObject({ status: 404 });
    await expect(owner.call(rankBreakdown, { query: { productId } })).rejects.toMatchObject({ status: 404 });
  }
  await expect(sales({ productId: undefined, productGroupId: 'B0NOBODY' })).rejects.toMatchObject({ status: 404 });
});

test('sales of an account that the viewer may not see are in no sum, and its products are not found', async () => {
  const hidden = await connected();
  await inFamily(product, hidden);
  await sold('2026-06-14', { units: 1 });
  await sold('2026-06-14', { units: 10, of: hidden });
  await run(sql`
    update email_addresses set hidden_seller_account_ids = array[${hidden.sellerAccountId}]::bigint[]`);

  const { sales: days, hasVariations } = await sales({ lookbackDays: 2 });

  expect([unitsBy(days)['06-14'], hasVariations]).toEqual([[1, 1], false]);
  await expect(sales({ productId: hidden.productId })).rejects.toMatchObject({ status: 404 });
  await expect(owner.call(rankBreakdown, { query: { productId: hidden.productId } })).rejects.toMatchObject({
    status: 404,
  });
});

test("another tenant's product is not found, and its sales are in no sum", async () => {
  await inFamily(product);
  await sold('2026-06-14', { units: 4 });
  const stranger = await api.owner();

  for (const query of [{ productId: product.productId }, { productId: undefined, productGroupId: 'B0PARENT' }]) {
    await expect(sales(query, stranger)).rejects.toMatchObject({ status: 404 });
  }
});
