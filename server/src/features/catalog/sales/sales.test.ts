import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { dayMs, minuteMs } from '@app/shared/base/time.ts';
import { testClock } from '../../../../testing/clock.ts';
import { testDatabase } from '../../../../testing/database/database.ts';
import { buildTenant, openTestDb, type BuiltTenant } from '../../../../testing/database/factories.ts';
import type { PlacedOrder } from '../../../external/marketplace/operations/orders.ts';
import type { Db } from '../../../lib/db/db.ts';
import { loadWorldProducts } from '../../world/world-queries.ts';
import { forgetOrders } from './order-product-queries.ts';
import { orderDays, saveOrders } from './sales.ts';

const database = testDatabase();
const clock = testClock(new Date('2026-06-15T12:00:00Z'));
let db: Db;
let tenant: BuiltTenant;

beforeAll(() => void (db = openTestDb(database.workerUrl)));
afterAll(() => db.close());
beforeEach(async () => {
  warnings = [];
  tenant = await buildTenant(db);
  await product('B01');
  await product('B02');
});

const product = (asin: string, isTracked = true) =>
  db.tenant(tenant.tenantId, (tx) =>
    sql`
      insert into products (
        tenant_id, seller_account_id, marketplace, asin, name, is_active, is_tracked, version, created_at
      )
      values (${tenant.tenantId}, ${tenant.sellerAccountId}, 'UK', ${asin}, ${asin}, true, ${isTracked}, 0, now())`.execute(
      tx,
    ),
  );

const at = (hour: number) => new Date(Date.UTC(2026, 5, 14, hour));
const order = (orderId: string, more: Partial<PlacedOrder> = {}): PlacedOrder => ({
  orderId,
  marketplace: 'UK',
  placedAt: at(8),
  updatedAt: at(9),
  isCancelled: false,
  items: [{ asin: 'B01', units: 2, unitPriceCents: null, promotionIds: [] }],
  ...more,
});
let warnings: { msg: string; ahead?: number }[] = [];
const log = pino({ level: 'warn' }, { write: (line: string) => void warnings.push(JSON.parse(line)) });
const save = (...orders: readonly PlacedOrder[]) => saveOrders({ db, clock, log }, tenant, orders);

interface Day {
  readonly asin: string;
  readonly day: string;
  readonly units: number;
  readonly orders: number;
  readonly promotionUnits: number;
  readonly promotions: unknown;
}
const days = async () =>
  (
    await sql<Day>`
      select p.asin, s.day, s.units, s.orders, s.promotion_units as "promotionUnits", s.promotions
        from sales_days s
        join products p using (tenant_id, product_id)
       where s.tenant_id = ${tenant.tenantId}
       order by p.asin, s.day`.execute(db.global)
  ).rows;
const versions = async () =>
  (
    await sql<{ world: number; b01: number; b02: number }>`
      select t.world_version::int as world,
             (select p.version::int from products p where p.tenant_id = ${tenant.tenantId} and p.asin = 'B01') as b01,
             (select p.version::int from products p where p.tenant_id = ${tenant.tenantId} and p.asin = 'B02') as b02
        from tenants t where t.tenant_id = ${tenant.tenantId}`.execute(db.global)
  ).rows[0];
const sold = (units: number, orders: number) => ({ units, orders });

test('orders become units, orders and promotions of their days', async () => {
  await save(
    order('1', { items: [{ asin: 'B01', units: 2, unitPriceCents: null, promotionIds: ['SUMMER'] }] }),
    order('2', { items: [{ asin: 'B01', units: 1, unitPriceCents: null, promotionIds: ['SUMMER', 'TWO'] }] }),
    order('3'),
    order('4', { placedAt: at(23), items: [{ asin: 'B02', units: 1, unitPriceCents: null, promotionIds: [] }] }),
  );

  expect(await days()).toEqual([
    {
      asin: 'B01',
      day: '2026-06-14',
      units: 5,
      orders: 3,
      promotionUnits: 3,
      promotions: { SUMMER: { units: 3, orders: 2 }, TWO: { units: 1, orders: 1 } },
    },
    // This order was placed after midnight in the time zone of the marketplace.
    { asin: 'B02', day: '2026-06-15', ...sold(1, 1), promotionUnits: 0, promotions: {} },
  ]);
});

const ordersOf = (asin: string, length: number) =>
  Array.from({ length }, (_, index) =>
    order(`${asin} ${index}`, { items: [{ asin, units: 1, unitPriceCents: null, promotionIds: [] }] }),
  );

test('a day that a later part of a long report changes has changed when that part was saved', async () => {
  await product('B03', false);
  // The first part is saved: the sales of the day are read for judging, and then the second part changes them.
  const onNewlySold = async () => clock.advance(minuteMs);
  const later = new Date(clock.now().getTime() + minuteMs);

  await saveOrders({ db, clock, log, onNewlySold }, tenant, [...ordersOf('B03', 500), ...ordersOf('B02', 1)]);

  const { rows } = await sql<{ changedAt: Date }>`
    select s.changed_at as "changedAt"
      from sales_days s
      join products p using (tenant_id, product_id)
     where s.tenant_id = ${tenant.tenantId}
       and p.asin = 'B02'`.execute(db.global);
  expect(rows).toEqual([{ changedAt: later }]);
});

const joint = async () =>
  (
    await sql<{ asin: string; joint: unknown }>`
      select p.asin, s.joint_orders as joint
        from sales_days s
        join products p using (tenant_id, product_id)
       where s.tenant_id = ${tenant.tenantId}
       order by p.asin, s.day`.execute(db.global)
  ).rows;
const idOf = async (asin: string) =>
  (
    await sql<{ id: string }>`
      select product_id as id from products where tenant_id = ${tenant.tenantId} and asin = ${asin}`.execute(db.global)
  ).rows[0]?.id ?? '';
const withCodes = (codes: Readonly<Record<string, readonly string[]>>) => ({
  items: Object.entries(codes).map(([asin, promotionIds]) => ({
    asin,
    units: 1,
    unitPriceCents: null,
    promotionIds: [...promotionIds],
  })),
});

test('the orders of a code that are counted with another product already are kept by this product', async () => {
  await save(
    order('1', withCodes({ B01: ['SUMMER', 'TWO'], B02: ['SUMMER'] })),
    order('2', withCodes({ B01: ['SUMMER'], B02: ['SUMMER'] })),
    order('3', withCodes({ B01: [], B02: ['SUMMER'] })),
    order('4', withCodes({ B02: ['TWO'] })),
  );
  const first = await idOf('B01');
  expect(await joint()).toEqual([
    { asin: 'B01', joint: {} },
    { asin: 'B02', joint: { SUMMER: { [first]: 2 } } },
  ]);

  // The line of B02 is the same as before.
  await save(order('1', { ...withCodes({ B01: [], B02: ['SUMMER'] }) }));
  expect(await joint()).toMatchObject([{}, { joint: { SUMMER: { [first]: 1 } } }]);

  // The order no longer contains the other product at all.
  await save(order('2', { updatedAt: at(10), ...withCodes({ B02: ['SUMMER'] }) }));
  expect(await joint()).toEqual([
    { asin: 'B01', joint: {} },
    { asin: 'B02', joint: {} },
  ]);
});

test('an order that is reported again counts once and changes nothing', async () => {
  await save(order('1'), order('2'));
  const before = await versions();

  await save(order('2'), order('1'));
  await save(order('1', { updatedAt: at(10) }));

  expect(await days()).toMatchObject([sold(4, 2)]);
  expect(await versions()).toEqual(before);
});

test('the version of the world is raised once for a batch, and only for products of which a number has changed', async () => {
  const before = await versions();

  await save(order('1'), order('2'));

  expect(await versions()).toEqual({
    world: (before?.world ?? 0) + 1,
    b01: (before?.world ?? 0) + 1,
    b02: before?.b02,
  });
});

const future = new Date('2099-01-01T00:00:00Z');
const units = (count: number, asin = 'B01') => ({
  items: [{ asin, units: count, unitPriceCents: null, promotionIds: [] }],
});

test('an order change with a time in the future counts until another change of the order arrives', async () => {
  await save(order('1', { updatedAt: future, ...units(5) }));
  const first = await days();

  await save(order('1', { updatedAt: at(10), ...units(3) }));

  expect(first).toMatchObject([sold(5, 1)]);
  expect(await days()).toMatchObject([sold(3, 1)]);
});

test('an order change with a time in the future does not replace a known one', async () => {
  await save(order('1', units(3)));

  await save(order('1', { updatedAt: future, ...units(5) }));

  expect(await days()).toMatchObject([sold(3, 1)]);
});

test('a stored order change with a time in the future is replaced, and items that the order has lost add nothing', async () => {
  await save(order('1', { items: [...units(5).items, ...units(1, 'B02').items] }));
  await sql`update order_products set updated_at = ${future} where tenant_id = ${tenant.tenantId}`.execute(db.global);

  await save(order('1', { updatedAt: at(10), ...units(3) }));

  expect(await days()).toMatchObject([
    { asin: 'B01', ...sold(3, 1) },
    { asin: 'B02', ...sold(0, 0) },
  ]);
});

const lastSale = async () =>
  (
    await sql<{ at: Date | null }>`
      select p.last_sale_at as at from products p where p.tenant_id = ${tenant.tenantId} and p.asin = 'B01'`.execute(
      db.global,
    )
  ).rows[0]?.at;

test('an order placed in the future counts as placed now, and once when it is reported with a present time', async () => {
  await save(order('1', { placedAt: future, updatedAt: future }));
  const [first, warned] = [await lastSale(), warnings];
  await save(order('1', { placedAt: at(7), updatedAt: clock.now(), ...units(1) }));

  expect(first).toEqual(clock.now());
  expect(warned).toMatchObject([{ msg: 'orders placed ahead of our clock count as placed now', ahead: 1 }]);
  expect(await days()).toMatchObject([{ day: '2026-06-15', ...sold(1, 1) }]);
});

test('a stored last sale with a time in the future is replaced by the next sale', async () => {
  await sql`update products set last_sale_at = ${future} where tenant_id = ${tenant.tenantId}`.execute(db.global);

  await save(order('1'));

  expect(await lastSale()).toEqual(at(8));
});

test('a cancelled order is taken back, and older news of it changes nothing', async () => {
  await save(order('1'), order('2'));

  await save(order('1', { isCancelled: true, updatedAt: at(11) }));
  const cancelled = await days();
  await save(order('1', { updatedAt: at(10) }));

  expect(cancelled).toMatchObject([sold(2, 1)]);
  expect(await days()).toEqual(cancelled);
});

test('an order that is cancelled and lists no items any more is taken back', async () => {
  await save(order('1'), order('2'));

  await save(order('1', { isCancelled: true, updatedAt: at(11), items: [] }));
  const cancelled = await days();
  await save(order('2', { updatedAt: at(11), items: [] }));

  expect(cancelled).toMatchObject([sold(2, 1)]);
  // An order that is not cancelled has items, so an answer without them says nothing about them.
  expect(await days()).toEqual(cancelled);
});

test('news that repeats an order makes older news of another kind obsolete', async () => {
  await save(order('1', { updatedAt: at(9) }));
  await save(order('1', { updatedAt: at(12) }));

  await save(
    order('1', { updatedAt: at(10), items: [{ asin: 'B01', units: 7, unitPriceCents: null, promotionIds: [] }] }),
  );

  expect(await days()).toMatchObject([sold(2, 1)]);
});

test('a changed quantity, and an item that an order no longer has, replace the former line', async () => {
  const both = [
    { asin: 'B01', units: 2, unitPriceCents: null, promotionIds: [] },
    { asin: 'B02', units: 3, unitPriceCents: null, promotionIds: [] },
  ];
  await save(order('1', { items: both }));

  await save(
    order('1', { updatedAt: at(10), items: [{ asin: 'B01', units: 1, unitPriceCents: null, promotionIds: [] }] }),
  );

  expect(await days()).toMatchObject([sold(1, 1), sold(0, 0)]);
});

test('orders of products that are not listed, and of another account, are ignored', async () => {
  const other = await buildTenant(db);

  await save(order('1', { items: [{ asin: 'B0UNKNOWN0', units: 1, unitPriceCents: null, promotionIds: [] }] }));
  await saveOrders({ db, clock, log }, other, [order('2')]);

  expect(await days()).toEqual([]);
});

test('the first sale in a while of a product that is not tracked is reported once', async () => {
  await product('B03', false);
  const items = [{ asin: 'B03', units: 1, unitPriceCents: null, promotionIds: [] }];

  expect(await save(order('1', { items }), order('2'))).toEqual({ newlySold: 1 });
  expect(await save(order('3', { items, placedAt: at(10) }))).toEqual({ newlySold: 0 });
});

const price = async () =>
  (
    await db.tenant(tenant.tenantId, (tx) =>
      loadWorldProducts(tx, { ...tenant, hiddenSellerAccountIds: [] }, { since: null, productIds: null }),
    )
  ).find(({ asin }) => asin === 'B01')?.priceCents;
const pricedAt = (unitPriceCents: number | null) => ({
  items: [{ asin: 'B01', units: 1, unitPriceCents, promotionIds: [] }],
});

test('a product without a price of its own has the price of its latest order that tells one', async () => {
  await save(order('1', { placedAt: at(7), ...pricedAt(1990) }), order('2', pricedAt(2490)));
  const latest = await price();
  await save(order('3', { placedAt: at(6), ...pricedAt(990) }), order('4', { placedAt: at(9), ...pricedAt(null) }));
  const kept = await price();
  await sql`update products set price_cents = 2990 where tenant_id = ${tenant.tenantId}`.execute(db.global);

  expect([latest, kept, await price()]).toEqual(['2490', '2490', '2990']);
});

test('a price that an order tells once it is paid reaches pages that are open', async () => {
  await save(order('1', pricedAt(null)));
  const unpaid = await versions();
  await save(order('1', { updatedAt: at(10), ...pricedAt(1990) }));

  expect(await price()).toBe('1990');
  expect((await versions())?.b01).toBeGreaterThan(unpaid?.b01 ?? Infinity);
});

test('an order is forgotten, its day is not, and a late change of one order does not undo the others', async () => {
  await save(order('1'), order('2'));

  clock.advance(orderDays * dayMs);
  await forgetOrders(db.global, new Date(clock.now().getTime() - orderDays * dayMs));
  await save(order('1', { updatedAt: clock.now() }));

  expect(await days()).toMatchObject([sold(4, 2)]);
});
