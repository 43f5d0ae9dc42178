import { sql } from 'kysely';
import { beforeAll, expect, test, vi } from 'vitest';
import { observingWorld, type ConnectedTenant } from '../../../../../testing/observing/observing.ts';

const fennimoor = { sellingPartnerId: 'A1FM00R7V6LQ2E', region: 'EU' } as const;
const world = observingWorld();
let tenant: ConnectedTenant;

beforeAll(async () => {
  tenant = await world.settle(fennimoor);
  await passOf('seller-feedback');
  await passOf('fee-preview');
  await passOf('suppressed-listings');
});

/** Begins a pass of a source and runs it to its end. The sandbox writes reports by the clock of the world. */
async function passOf(source: string): Promise<void> {
  const ofSource = sql`tenant_id = ${tenant.tenantId} and source = ${source}`;
  const unfinished = () =>
    world.rows(sql`
      select 1 from sweeps where ${ofSource} and (finished_at is null or finished_at < ${startedAt})`);
  const startedAt = world.clock.now();
  await world.rows(sql`update sweeps set due_at = ${startedAt} where ${ofSource}`);
  await vi.waitFor(
    async () => {
      await world.runAllDue((key) => key.tenantId === tenant.tenantId && key.source === source);
      expect(await unfinished()).toEqual([]);
    },
    { timeout: 200_000 },
  );
}

interface ListedProduct {
  readonly productId: string;
  readonly asin: string;
  readonly sku: string;
}
const listed = (most: number) =>
  world.rows(sql<ListedProduct>`
    select p.product_id as "productId", p.asin, min(l.sku) as sku
      from products p join listings l using (tenant_id, product_id)
     where p.tenant_id = ${tenant.tenantId} and p.marketplace = 'DE' and p.is_tracked
     group by p.product_id, p.asin
    having count(*) = 1
     order by p.asin limit ${most}`);

async function productAt(position: number): Promise<ListedProduct> {
  const product = (await listed(position + 1))[position];
  if (!product) throw new Error('There are not that many');
  return product;
}

async function factsOf(aspect: string, { productId }: ListedProduct): Promise<Record<string, unknown>> {
  const [row] = await world.rows(sql<{ facts: Record<string, unknown> }>`
    select o.facts from observations o where o.product_id = ${productId} and o.aspect = ${aspect}`);
  if (!row) throw new Error('Nothing was observed');
  return row.facts;
}

const happen = (type: string, { asin }: ListedProduct, more: object = {}) =>
  world.happen({ type, asin, marketplace: 'DE', ...more });

const all = (aspect: string) =>
  world.rows(sql<{ sku: string; productId: string; facts: unknown }>`
    select o.product_id as "productId", o.sku, o.facts from observations o
     where o.tenant_id = ${tenant.tenantId} and o.aspect = ${aspect}
     order by o.product_id, o.sku`);

test('a bad feedback appears with the product of its order, without the buyer, and disappears when it is withdrawn', async () => {
  const product = await productAt(0);

  await happen('feedbackReceived', product, { rating: 1, comment: 'Kam zerbrochen an – schade.' });
  await passOf('seller-feedback');
  const told = await factsOf('feedback', product);
  await happen('feedbackRemoved', product);
  await passOf('seller-feedback');

  const entry = { rating: 1, comment: 'Kam zerbrochen an – schade.', date: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) };
  expect(told).toMatchObject({ entries: expect.arrayContaining([expect.objectContaining(entry)]) });
  expect(JSON.stringify(told)).not.toContain('@');
  expect(await factsOf('feedback', product)).not.toEqual(told);
});

test('a listing in the report of suppressed ones is hidden for its reason, all others are not', async () => {
  const product = await productAt(1);

  await happen('searchSuppressed', product);
  await passOf('suppressed-listings');
  const suppressions = await all('suppression');
  await happen('searchRestored', product);
  await passOf('suppressed-listings');

  expect(suppressions.filter(({ facts }) => JSON.stringify(facts).includes('"isSuppressed":true'))).toEqual([
    { productId: product.productId, sku: product.sku, facts: { isSuppressed: true, reason: expect.any(String) } },
  ]);
  expect(await factsOf('suppression', product)).toEqual({ isSuppressed: false, reason: null });
});

test('measures and expected fees are recorded by listing', async () => {
  const product = await productAt(2);
  const before = await factsOf('feePreview', product);

  await happen('packageChanged', product);
  await happen('fbaFeeChanged', product, { amount: 9.87 });
  await passOf('fee-preview');

  const after = await factsOf('feePreview', product);
  expect(before).toMatchObject({ fba: { currency: 'EUR' }, packageDimensions: expect.stringContaining('×') });
  expect(after).toMatchObject({ fba: { cents: 987, currency: 'EUR' } });
  expect(after['packageDimensions']).not.toEqual(before['packageDimensions']);
});

test.each([
  ['halfReport', 'GET_SELLER_FEEDBACK_DATA', 'seller-feedback', 'feedback'],
  ['reportFatal', 'GET_SELLER_FEEDBACK_DATA', 'seller-feedback', 'feedback'],
  ['halfReport', 'GET_FBA_ESTIMATED_FBA_FEES_TXT_DATA', 'fee-preview', 'feePreview'],
  ['halfReport', 'GET_FLAT_FILE_ALL_ORDERS_DATA_BY_LAST_UPDATE_GENERAL', 'order-history', 'sales'],
] as const)('after a %s of %s another report is requested, and nothing is lost', async (...spoilt) => {
  const [fault, operation, source, aspect] = spoilt;
  const product = await productAt(3);
  await happen('feedbackReceived', product, { rating: 2, comment: 'Zu spät' }).catch(() => undefined);
  await passOf('seller-feedback');
  const before = await all(aspect);
  const soldBefore = await sold();
  await world.spoil({ fault, operation, sellerId: fennimoor.sellingPartnerId });

  await passOf(source);

  expect(await all(aspect)).toEqual(before);
  expect(await sold()).toEqual(soldBefore);
  expect(world.log.splice(0).map(({ msg }) => msg)).toContain('a report is asked for anew');
});

const sold = () =>
  world.rows(sql<{ units: number; orders: number }>`
    select sum(units)::int as units, sum(orders)::int as orders from sales_days
     where tenant_id = ${tenant.tenantId}`);

test('the feed of orders and the report yield the same orders', async () => {
  const before = await sold();
  const history = sql`tenant_id = ${tenant.tenantId} and source = 'order-history'`;

  // Reads the history again from its beginning, and then the feed.
  await world.rows(sql`update sweeps set confirmed_at = null where ${history}`);
  await passOf('order-history');
  await passOf('orders');

  expect(await sold()).toEqual(before);
});

test('a notification type that the seller may not subscribe to is noted, and neither the others nor the authorisation suffer', async () => {
  const ofTenant = sql`tenant_id = ${tenant.tenantId}`;
  const refused = await world.rows(sql`
    select notification_type as type from subscription_refusals where ${ofTenant} order by 1`);
  const subscribed = await world.rows(sql`select notification_type as type from subscriptions where ${ofTenant}`);
  const [account] = await world.rows(sql`
    select may_need_reauthorization as "isLost" from seller_accounts where ${ofTenant}`);

  expect(refused).toEqual([{ type: 'BRANDED_ITEM_CONTENT_CHANGE' }, { type: 'ITEM_PRODUCT_TYPE_CHANGE' }]);
  expect(subscribed).toHaveLength(9);
  expect(account).toEqual({ isLost: false });
});
