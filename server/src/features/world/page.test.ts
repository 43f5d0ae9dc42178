import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { stateOfTheWorld, type WorldAnswer } from '@app/shared/contract/world.ts';
import type { TableSort } from '@app/shared/domain/table-sorts.ts';
import { testApi, type Owner } from '../../../testing/http/api.ts';
import { buildProductOf, type BuiltProduct } from '../../../testing/observing/products.ts';

const api = testApi();
let owner: Owner;
let first: BuiltProduct;
let german: BuiltProduct;

interface PageRequest {
  readonly page?: number;
  readonly q?: string;
  readonly markets?: string;
  readonly accounts?: string;
  readonly problems?: 'false';
  readonly productIds?: string;
  readonly sort?: TableSort;
}

const pageOf = (wish: PageRequest): Promise<WorldAnswer> =>
  owner.call(stateOfTheWorld, { query: { ...(wish.productIds === undefined ? { page: 0 } : {}), ...wish } });
const namesOf = async (wish: PageRequest): Promise<readonly string[]> =>
  (await pageOf(wish)).products.map((product) => product.productName);

/** Creates 55 products: the first one, 53 pans of the same account, and a kettle of another account in Germany. */
beforeAll(async () => {
  owner = await api.owner();
  first = await buildProductOf(api.worker, owner, { asin: 'B0FIRST001', name: 'First' });
  await api.worker.tenant(owner.tenantId, (tx) =>
    sql`
      insert into products (
        tenant_id, seller_account_id, marketplace, asin, name, is_active, is_tracked, version, created_at
      )
      select ${owner.tenantId}, ${first.sellerAccountId}, 'US', 'B0PAN' || to_char(n, 'FM00000'), 'Pan ' || n,
             true, true, 1, now()
        from generate_series(1, 53) n
      returning 1`.execute(tx),
  );
  german = await buildProductOf(api.worker, owner, { marketplace: 'DE', asin: 'B0KETTLE01', name: 'Kettle' });
  await setIssue(german, { type: 'price', status: 2 });
});

async function setIssue({ productId }: BuiltProduct, item: { type: string; status: number }): Promise<void> {
  await api.worker.tenant(owner.tenantId, (tx) =>
    sql`
      insert into items (tenant_id, item_id, product_id, type, status, version)
      values (${owner.tenantId}, ${`${item.type}-${productId}`}, ${productId}, ${item.type}, ${item.status}, 1)
      on conflict (tenant_id, item_id) do update set status = excluded.status`.execute(tx),
  );
}

test('a page has fifty products, those with problems first, and states the last page', async () => {
  const page = await pageOf({});

  expect(page).toMatchObject({ full: true, maxPage: 1 });
  expect(page.products).toHaveLength(50);
  expect(page.products.slice(0, 2).map((product) => product.productName)).toEqual(['Kettle', 'First']);
  expect(page.watchDogs['price']?.items[german.productId]).toMatchObject({ status: 2 });
});

test('a page beyond the last one is the last one', async () => {
  const last = await namesOf({ page: 1 });

  expect(last).toHaveLength(5);
  expect(await namesOf({ page: 7 })).toEqual(last);
});

test('a page contains only the items of its own products', async () => {
  const { watchDogs } = await pageOf({ page: 1 });

  expect(Object.values(watchDogs).flatMap(({ items }) => Object.keys(items))).not.toContain(german.productId);
});

test('sorting by problems can be turned off', async () => {
  expect((await namesOf({ problems: 'false' }))[0]).toBe('First');
});

const price = (name: string, cents: number, units: number) =>
  api.worker.tenant(owner.tenantId, (tx) =>
    sql`
      update products
         set price_cents = ${cents}, currency = 'USD', in_stock_qty = ${units}
       where tenant_id = ${owner.tenantId}
         and name = ${name}`.execute(tx),
  );

test.each([
  { state: 'muted', issueStatus: 0, mutedUntil: '2100-01-01T00:00:00Z', removedAt: null },
  { state: 'done', issueStatus: 3, mutedUntil: null, removedAt: null },
  { state: 'removed', issueStatus: 0, mutedUntil: null, removedAt: '2026-11-20T00:00:00Z' },
])('a product whose only issue is $state is no problem', async ({ issueStatus, mutedUntil, removedAt }) => {
  const [pan] = (await pageOf({ q: 'b0pan00050' })).products;
  await api.worker.tenant(owner.tenantId, (tx) =>
    sql`
      insert into items (tenant_id, item_id, product_id, type, status, issue_status, muted_until, removed_at, version)
      values (${owner.tenantId}, ${`price-${pan?.productId}`}, ${pan?.productId}, 'price', 2, ${issueStatus},
              ${mutedUntil}, ${removedAt}, 1)
      on conflict (tenant_id, item_id) do update
         set issue_status = excluded.issue_status, muted_until = excluded.muted_until, removed_at = excluded.removed_at`.execute(
      tx,
    ),
  );

  expect((await namesOf({})).slice(0, 2)).toEqual(['Kettle', 'First']);
});

test('a column sorts all pages in either direction, what is not known comes last, and problems stay on top', async () => {
  await price('Pan 7', 900, 0);
  await price('Pan 40', 1000, 12);
  const top = async (sort: TableSort) => (await namesOf({ sort, problems: 'false' })).slice(0, 2);

  expect(await top('price')).toEqual(['Pan 7', 'Pan 40']);
  expect(await top('-price')).toEqual(['Pan 40', 'Pan 7']);
  expect(await top('stock')).toEqual(['Pan 7', 'Pan 40']);
  expect(await top('-product')).toEqual(['Pan 9', 'Pan 8']);
  expect((await namesOf({ sort: '-price' })).slice(0, 2)).toEqual(['Kettle', 'Pan 40']);
  expect((await namesOf({ sort: 'product', problems: 'false', page: 1 })).at(-1)).toBe('Pan 9');
});

test('every word of the filter must occur in the ASIN, the short name or the name', async () => {
  expect(await namesOf({ q: 'kett' })).toEqual(['Kettle']);
  expect(await namesOf({ q: 'PAN b0pan00007' })).toEqual(['Pan 7']);
  expect(await namesOf({ q: 'pan nothing' })).toEqual([]);
  expect(await namesOf({ q: "100%_'; --" })).toEqual([]);
});

test('seller accounts, marketplaces and single products narrow the page', async () => {
  expect(await namesOf({ markets: 'DE,FR' })).toEqual(['Kettle']);
  expect(await namesOf({ accounts: german.sellerAccountId })).toEqual(['Kettle']);
  expect(await namesOf({ productIds: `${first.productId},x` })).toEqual(['First']);
});

test('a page is narrowed to as many seller accounts as a person selects', async () => {
  const others = Array.from({ length: 500 }, (_, index) => String(1_000_000 + index));

  expect(await namesOf({ accounts: [...others, german.sellerAccountId].join(',') })).toEqual(['Kettle']);
});

test('a warning comes after an alert, and a kind in preview counts as no problem', async () => {
  await setIssue(first, { type: 'prime', status: 1 });
  expect((await namesOf({}))[1]).toBe('First');

  await api.worker.tenant(owner.tenantId, (tx) =>
    sql`update tenants set group_statuses = '{"price": 20}' where tenant_id = ${owner.tenantId}`.execute(tx),
  );
  expect((await namesOf({}))[0]).toBe('First');
});

test('a page contains nothing of seller accounts that the viewer may not see', async () => {
  await api.worker.tenant(owner.tenantId, (tx) =>
    sql`update email_addresses set hidden_seller_account_ids = array[${first.sellerAccountId}::bigint]
         where tenant_id = ${owner.tenantId}`.execute(tx),
  );
  api.clock.advance(60_000);

  await expect.poll(() => namesOf({})).toEqual(['Kettle']);
});
