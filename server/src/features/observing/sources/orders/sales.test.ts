import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { addDays } from '@app/shared/base/calendar-day.ts';
import { dayAt } from '@app/shared/base/marketplace-day.ts';
import { marketplace } from '@app/shared/base/marketplaces.ts';
import { dayMs, minuteMs } from '@app/shared/base/time.ts';
import type { SalesFacts } from '@app/shared/watchdogs/facts/observations.ts';
import { observingWorld, type ConnectedTenant } from '../../../../../testing/observing/observing.ts';
import type { PlacedOrder } from '../../../../external/marketplace/operations/orders.ts';
import { linesOf, type OrderLine } from '../../../catalog/sales/order-lines.ts';
import { findSellerAccess } from '../../../sellers/standing/access.ts';
import { lookAgain } from '../../sweeping/due/account-sweeps-queries.ts';
import { listFreshness } from '../../freshness.ts';

const fennimoor = { sellingPartnerId: 'A1FM00R7V6LQ2E', region: 'EU' } as const;
let isKilled = false;
/** The instant since which the last pass asked for changes. */
let changedSince = new Date(0);
const world = observingWorld({
  marketplace: (real) => ({
    searchOrders: async (...call) => {
      if ('changed' in call[1].since) changedSince = call[1].since.changed;
      const page = await real.searchOrders(...call);
      if (isKilled) throw new Error('killed');
      return page;
    },
  }),
});
let tenant: ConnectedTenant;

beforeAll(async () => {
  tenant = await world.settle(fennimoor);
  await runOrders();
});

async function runDue(): Promise<void> {
  await world.rows(sql`
    update sweeps set due_at = ${world.clock.now()} where source = 'orders' and tenant_id = ${tenant.tenantId}`);
  await world.runAllDue((key) => key.tenantId === tenant.tenantId && key.source === 'orders');
}

/** Runs a pass. A pass that was killed is postponed for a moment. */
async function runOrders(): Promise<void> {
  await runDue();
  world.clock.advance(1);
  await runDue();
}

/** Lets time pass here and at the marketplace. */
async function pass(minutes: number): Promise<void> {
  await world.sandbox.control('POST', '/sandbox/clock', { advanceMinutes: minutes });
  world.clock.advance(minutes);
}

/** The marketplace withholds orders and changes younger than this. */
const lagMs = 2 * minuteMs;

/** The orders placed since an instant, read from the marketplace's own feed. */
async function listPlacedOrders(placed: Date): Promise<readonly PlacedOrder[]> {
  const key = { ...tenant, marketplace: '', source: 'orders' };
  const access = await world.ctx.db.tenant(tenant.tenantId, (tx) => findSellerAccess(world.ctx, tx, key));
  if (!access) throw new Error('The seller is connected');
  const marketplaceIds = ['UK', 'DE'].map((code) => marketplace(code).id);
  const orders: PlacedOrder[] = [];
  for (let paginationToken: string | null = null; ;) {
    const page = await world.ctx.marketplace.searchOrders(access, {
      marketplaceIds,
      since: { placed },
      paginationToken,
    });
    orders.push(...page.orders);
    paginationToken = page.nextToken;
    if (paginationToken === null) return orders;
  }
}

interface Day {
  readonly name: string;
  readonly units: number;
}
const sold = (since: string) =>
  world.rows(sql<Day>`
    select p.marketplace || ' ' || p.asin || ' ' || s.day as name, s.units
      from sales_days s join products p using (tenant_id, product_id)
     where p.tenant_id = ${tenant.tenantId} and s.day >= ${since}::date and s.units > 0
     order by name`);

interface SalesFact {
  readonly productId: string;
  readonly marketplace: string;
  readonly facts: SalesFacts;
}
const told = () =>
  world.rows(sql<SalesFact>`
    select p.product_id as "productId", p.marketplace, o.facts
      from products p
      left join observations o
        on o.tenant_id = p.tenant_id and o.product_id = p.product_id and o.aspect = 'sales'
     where p.tenant_id = ${tenant.tenantId} and p.is_tracked
     order by p.product_id`);

test('every tracked product has its complete days, from its first sale to yesterday', async () => {
  const all = await told();

  expect(all.length).toBeGreaterThan(20);
  for (const { marketplace: code, facts } of all) {
    expect(facts.through).toBe(addDays(dayAt(code, world.clock.now()), -1));
    expect(facts.units[0]).toBeGreaterThan(0);
    expect(facts.units).toHaveLength(facts.outOfStock.length);
    expect(facts.units.length).toBeLessThanOrEqual(61);
  }
  const known = await world.rows(sql`
    select 1 from products where tenant_id = ${tenant.tenantId} and is_tracked and sales_known_at is null`);
  expect(known).toEqual([]);
});

test('every product that sold has the price of a unit in its latest order', async () => {
  const placed = await listPlacedOrders(new Date(world.clock.now().getTime() - 3 * dayMs));
  const lines = placed.flatMap(linesOf).toSorted((one, other) => one.soldAt.getTime() - other.soldAt.getTime());
  const latest = new Map(
    lines.filter(({ units }) => units > 0).map((line) => [`${line.marketplace} ${line.asin}`, line]),
  );
  const products = await world.rows(sql<{ key: string; cents: string | null }>`
    select p.marketplace || ' ' || p.asin as key, p.sold_price_cents as cents
      from products p
     where p.tenant_id = ${tenant.tenantId} and p.is_tracked`);
  const stored = new Map(products.map(({ key, cents }) => [key, Number(cents)]));
  const priced = [...latest].filter(([key, { unitPriceCents }]) => stored.has(key) && unitPriceCents !== null);

  expect(priced.length).toBeGreaterThan(10);
  expect(priced.map(([key]) => [key, stored.get(key)])).toEqual(
    priced.map(([key, line]) => [key, line.unitPriceCents]),
  );
});

/** Midnight in the marketplace, so that no day is compared in part. */
const beforeYesterday = () => addDays(dayAt('DE', world.clock.now()), -2);

const nameOf = ({ marketplace: code, asin, day }: OrderLine) => `${code} ${asin} ${day}`;

/**
 * Runs a pass and compares its days with the orders that the marketplace tells. A day with an order that changed within
 * the lag is left out: the pass cannot know that order, or not as it is now.
 */
async function expectTruth(): Promise<void> {
  const asked = z.object({ now: z.coerce.date() }).parse(await world.sandbox.control('GET', '/sandbox/clock')).now;
  await runOrders();
  const since = beforeYesterday();
  const lines = (await listPlacedOrders(new Date(`${addDays(since, -1)}T00:00:00Z`)))
    .flatMap(linesOf)
    .filter(({ day }) => day >= since);
  const isSettled = ({ updatedAt }: OrderLine) => updatedAt.getTime() <= asked.getTime() - lagMs;
  const unsettled = new Set(lines.filter((line) => !isSettled(line)).map(nameOf));
  const listed = new Set(
    (
      await world.rows(sql<{ name: string }>`
        select marketplace || ' ' || asin as name from products where tenant_id = ${tenant.tenantId}`)
    ).map(({ name }) => name),
  );
  const units = new Map<string, number>();
  for (const line of lines.filter(({ marketplace: code, asin }) => listed.has(`${code} ${asin}`))) {
    units.set(nameOf(line), (units.get(nameOf(line)) ?? 0) + line.units);
  }
  const comparable = ([name, sum]: readonly [string, number]) => sum > 0 && !unsettled.has(name);
  const kept = (await sold(since)).map((day) => [day.name, day.units] as const);
  expect(new Map(kept.filter(comparable))).toEqual(new Map([...units].filter(comparable)));
}

test('orders placed from now on are counted once, however often a pass is killed', async () => {
  const before = await sold(beforeYesterday());

  await pass(180);
  isKilled = true;
  await runDue();
  isKilled = false;
  world.log.splice(0);
  await runOrders();

  expect(await sold(beforeYesterday())).not.toEqual(before);
  await expectTruth();
});

test('when the day has passed in the marketplace, its sales are complete and the next day begins', async () => {
  const before = await told();

  await pass(24 * 60);
  await runOrders();

  const after = await told();
  for (const [index, { facts }] of after.entries()) {
    const earlier = before[index]?.facts;
    expect(facts.through > (earlier?.through ?? '')).toBe(true);
    expect(facts.units.length).toBeGreaterThan(earlier?.units.length ?? 0);
  }
  await expectTruth();
});

test('a pass asks again for the time that the marketplace withheld from the pass before', async () => {
  await runOrders();
  const passedAt = world.clock.now().getTime();

  await pass(30);
  await runDue();

  expect(changedSince.getTime()).toBeLessThan(passedAt - lagMs);
});

test('a product that nobody can buy is marked for the day, which is not judged as a drop', async () => {
  const [product] = await world.rows(sql<{ productId: string; asin: string }>`
    select p.product_id as "productId", p.asin from products p
     where p.tenant_id = ${tenant.tenantId} and p.is_tracked and p.marketplace = 'DE'
       and (select count(*) from listings l
             where l.tenant_id = ${tenant.tenantId} and l.product_id = p.product_id) = 1
     order by p.asin`);
  if (!product) throw new Error('Something is sold there');
  await world.happen({ type: 'stockChanged', asin: product.asin, marketplace: 'DE', fulfillable: 0 });
  await world.rows(sql`update sweeps set due_at = ${world.clock.now()} where source = 'inventory-summaries'`);
  await world.runAllDue(({ source }) => source === 'inventory-summaries');

  await runOrders();
  await pass(24 * 60);
  await runOrders();

  const facts = (await told()).find(({ productId }) => productId === product.productId)?.facts;
  const marked = (await told()).filter((one) => one.facts.outOfStock.includes(true));
  expect(facts?.outOfStock.at(-1)).toBe(true);
  expect(marked.map(({ productId }) => productId)).toContain(product.productId);
});

test('a sold product whose offer has ended is marked for the day, although it is no longer tracked', async () => {
  const [product] = await world.rows(sql<{ productId: string }>`
    update products
       set is_active = false, inactive_since = ${world.clock.now()}, is_tracked = false
     where tenant_id = ${tenant.tenantId}
       and product_id = (select min(s.product_id)
                           from sales_days s
                           join products p on p.tenant_id = s.tenant_id and p.product_id = s.product_id
                          where s.tenant_id = ${tenant.tenantId} and s.units > 0 and p.is_tracked
                            and s.day > ${world.clock.now()}::date - 100)
    returning product_id as "productId"`);
  const marks = () =>
    world.rows<{ day: string }>(sql`
      select s.day::text as day from sales_days s
       where s.tenant_id = ${tenant.tenantId} and s.product_id = ${product?.productId}::bigint
         and s.was_out_of_stock`);
  const before = await marks();

  await pass(24 * 60);
  await runOrders();

  expect((await marks()).length).toBe(before.length + 1);
  await world.rows(sql`
    update products set is_active = true, inactive_since = null, is_tracked = true
     where tenant_id = ${tenant.tenantId} and product_id = ${product?.productId}::bigint`);
});

test('the sales of a new product are handed over by the next pass, however soon it is', async () => {
  const [product] = await world.rows(sql<{ productId: string }>`
    delete from observations
     where tenant_id = ${tenant.tenantId} and aspect = 'sales'
       and product_id = (select min(product_id) from products where tenant_id = ${tenant.tenantId} and is_tracked)
    returning product_id as "productId"`);
  const [productId = ''] = [product?.productId];

  await world.ctx.db.tenant(tenant.tenantId, (tx) =>
    lookAgain(
      tx,
      { ...tenant },
      {
        productIds: [productId],
        now: world.clock.now(),
      },
    ),
  );
  await runDue();

  expect((await told()).find((one) => one.productId === productId)?.facts).not.toBeNull();
});

const version = () => world.rows(sql`select world_version from tenants where tenant_id = ${tenant.tenantId}`);

test('a pass that finds nothing new changes neither the facts nor the version of the world', async () => {
  await runOrders();
  const before = { told: await told(), version: await version() };

  await runOrders();

  expect({ told: await told(), version: await version() }).toEqual(before);
});

test('the freshness of sales is listed for every marketplace of the account', async () => {
  const actor = {
    ...tenant,
    emailAddressId: '1',
    email: '',
    isOwner: true,
    hiddenSellerAccountIds: [],
    isServed: true,
    sessionHash: '',
  };
  const seen = await world.ctx.db.tenant(tenant.tenantId, (tx) => listFreshness(tx, actor, world.clock.now()));

  expect(seen.filter(({ aspects }) => aspects.includes('sales')).map(({ marketplace: code }) => code)).toEqual([
    'DE',
    'UK',
  ]);
  expect(seen.filter(({ source, marketplace: code }) => source === 'order-history' || code === '')).toEqual([]);
});
