import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { createKeyword, deactivateKeyword } from '@app/shared/contract/triage.ts';
import { someoneWaits } from '../../../testing/database/database.ts';
import { testApi, type Owner } from '../../../testing/http/api.ts';
import { buildProductOf, type BuiltProduct } from '../../../testing/observing/products.ts';
import { nextWorldVersion } from '../../lib/db/world-version.ts';
import type { Tx } from '../../lib/db/db.ts';
import { noteSalesKnown } from '../observing/sources/orders/sales-facts-queries.ts';
import { createJudging } from './ingest.ts';

/**
 * All writers lock in one order: observations, products by id, items by id, the version of the world. Each test holds
 * one transaction open halfway while another begins: the locks that the first transaction needs next must be free.
 */
const api = testApi();
let owner: Owner;
let product: BuiltProduct;

beforeEach(async () => {
  owner = await api.owner();
  product = await buildProductOf(api.worker, owner);
});

const create = (keyword: string) =>
  owner.call(createKeyword, { body: { productId: product.productId, keyword, absoluteThreshold: 20 } });

async function find(keyword: string): Promise<void> {
  const facts = { keyword, position: 3, seen: 3 };
  const of = { productId: product.productId, aspect: 'searchRank', sku: keyword } as const;
  const judging = createJudging({ db: api.worker, clock: api.clock });
  await judging.ingest(owner.tenantId, [{ ...of, facts, observedAt: api.clock.now() }]);
}

const observationOf = (tx: Tx, keyword: string) =>
  sql`
  select 1
    from observations o
   where o.tenant_id = ${owner.tenantId} and o.product_id = ${product.productId} and o.sku = ${keyword}
     for update`.execute(tx);

const productNow = (tx: Tx, productId: string) =>
  sql`
  select 1 from products p
   where p.tenant_id = ${owner.tenantId} and p.product_id = ${productId}::bigint
     for no key update nowait`.execute(tx);

test.each([
  ['added again', () => create('skillet')],
  ['taken away', (watchDogId: string) => owner.call(deactivateKeyword, { body: { watchDogId } })],
])('a keyword that is %s waits for an observation of it without holding the product', async (_, change) => {
  const { watchDogId } = await create('skillet');
  await find('skillet');
  let changed: Promise<unknown> = Promise.resolve();

  await api.worker.tenant(owner.tenantId, async (tx) => {
    await observationOf(tx, 'skillet');
    changed = change(watchDogId).catch((error: unknown) => error);
    await someoneWaits(api.database);
    expect((await productNow(tx, product.productId)).rows).toHaveLength(1);
  });

  await changed;
});

test('removing a keyword waits for its item without holding the version of the world', async () => {
  const { watchDogId } = await create('skillet');
  let changed: Promise<unknown> = Promise.resolve();

  await api.worker.tenant(owner.tenantId, async (tx) => {
    await sql`
      select 1 from items i
       where i.tenant_id = ${owner.tenantId} and i.item_id = ${watchDogId}
         for update`.execute(tx);
    changed = owner.call(deactivateKeyword, { body: { watchDogId } });
    await someoneWaits(api.database);
    await sql`set local lock_timeout = '200ms'`.execute(tx);
    expect(Number(await nextWorldVersion(tx, owner.tenantId))).toBeGreaterThan(0);
  });

  await changed;
});

test('products whose sales become known are locked in the order of their ids', async () => {
  const other = await buildProductOf(api.worker, owner, { account: product, asin: 'B0OTHER001' });
  const key = { tenantId: owner.tenantId, sellerAccountId: product.sellerAccountId, marketplace: '', source: 'orders' };
  let noted: Promise<unknown> = Promise.resolve();

  await api.worker.tenant(owner.tenantId, async (tx) => {
    // This update moves the row of the first product behind the row of the other product in the table.
    await sql`
      update products set sales_known_at = null
       where tenant_id = ${owner.tenantId} and product_id = ${product.productId}::bigint`.execute(tx);
    noted = api.worker.tenant(owner.tenantId, (second) =>
      noteSalesKnown(second, key, { productIds: [other.productId, product.productId], now: api.clock.now() }),
    );
    await someoneWaits(api.database);
    expect((await productNow(tx, other.productId)).rows).toHaveLength(1);
  });

  await noted;
});
