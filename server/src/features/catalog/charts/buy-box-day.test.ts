import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { buyBoxDay } from '@app/shared/contract/catalog.ts';
import { testApi, type Owner } from '../../../../testing/http/api.ts';
import { offersFacts } from '../../../../testing/database/factories.ts';
import { testNow } from '../../../../testing/database/postgres.ts';
import { buildProductOf, type BuiltProduct } from '../../../../testing/observing/products.ts';
import { keepRanks, keepSeen } from '../../../../testing/observing/seen.ts';

const api = testApi();
let owner: Owner;
let product: BuiltProduct;

beforeEach(async () => {
  api.clock.set(testNow);
  owner = await api.owner();
  product = await tracked(await buildProductOf(api.worker, owner));
});

const run = (query: ReturnType<typeof sql>) => api.worker.tenant(owner.tenantId, (tx) => query.execute(tx));

async function tracked(built: BuiltProduct, from = '2026-01-01T00:00Z'): Promise<BuiltProduct> {
  await run(sql`
    insert into tracking_periods (tenant_id, product_id, tracked_from)
    values (${owner.tenantId}, ${built.productId}, ${from})`);
  return built;
}

const idOf = (of: BuiltProduct) => ({ tenantId: owner.tenantId, productId: of.productId });

async function offersSeen(of: BuiltProduct, at: string, winner: string | null): Promise<void> {
  const others = winner === null ? [] : [{ sellerId: winner, cents: 3149, wins: true }];
  const facts = offersFacts({ sellerKey: of.sellerKey, others });
  await keepSeen(api.worker, idOf(of), { at, aspect: 'offers', facts });
}

const day = async (productIds: readonly string[], who = owner) =>
  who.call(buyBoxDay, { query: { productIds: productIds.join(',') } });
const owners = ({ products }: Awaited<ReturnType<typeof day>>) =>
  Object.fromEntries(products.map(({ productId, buyBox }) => [productId, buyBox.map((point) => point.owner)]));

test('each product has the holder of its buy box at the beginning of the last 24 hours, and each change since', async () => {
  const other = await tracked(await buildProductOf(api.worker, owner, { account: product }));
  await offersSeen(product, '2026-05-01T00:00Z', null);
  await offersSeen(product, '2026-06-14T11:00Z', 'ARIVAL');
  await offersSeen(product, '2026-06-15T09:00Z', null);
  await offersSeen(other, '2026-06-15T01:00Z', 'ARIVAL');

  const { from, to, products } = await day([product.productId, other.productId]);

  expect([from, to]).toEqual(['2026-06-14T12:00:00.000Z', '2026-06-15T12:00:00.000Z']);
  expect(products).toMatchObject([
    {
      productId: product.productId,
      buyBox: [
        { at: from, owner: 'other', sellerId: 'ARIVAL' },
        { at: '2026-06-15T09:00:00.000Z', owner: 'you' },
      ],
      gaps: [],
    },
    { productId: other.productId, buyBox: [{ at: '2026-06-15T01:00:00.000Z', owner: 'other' }] },
  ]);
});

test('hours in which one marketplace did not answer are gaps of its products only', async () => {
  const abroad = await tracked(await buildProductOf(api.worker, owner, { account: product, marketplace: 'CA' }));
  await keepRanks(api.worker, idOf(product), { day: '2026-06-14', hours: [5, 6, 7, 8, 9, 10] });
  await keepRanks(api.worker, idOf(abroad), {
    day: '2026-06-14',
    hours: Array.from({ length: 24 }, (_, hour) => hour),
  });
  await keepRanks(api.worker, idOf(abroad), { day: '2026-06-15', hours: [0, 1, 2, 3, 4] });

  const { products } = await day([product.productId, abroad.productId]);

  expect(products.map(({ gaps }) => gaps)).toEqual([
    [{ from: '2026-06-14T18:00:00.000Z', to: '2026-06-15T12:00:00.000Z' }],
    [],
  ]);
});

test('the time before a product was tracked is a gap', async () => {
  const young = await tracked(await buildProductOf(api.worker, owner, { account: product }), '2026-06-15T10:00Z');

  const { products } = await day([young.productId]);

  expect(products[0]?.gaps).toEqual([{ from: '2026-06-14T12:00:00.000Z', to: '2026-06-15T10:00:00.000Z' }]);
});

test('products of others and those not tracked are left out', async () => {
  const untracked = await buildProductOf(api.worker, owner, { account: product });
  await run(sql`update products set is_tracked = false where product_id = ${untracked.productId}`);
  const ids = [product.productId, untracked.productId, '999999999'];

  expect(owners(await day(ids))).toEqual({ [product.productId]: [] });
  expect(owners(await day(ids, await api.owner()))).toEqual({});
});

test('products of a seller account that the viewer may not see are left out', async () => {
  await run(sql`
    update email_addresses set hidden_seller_account_ids = array[${product.sellerAccountId}]::bigint[]`);

  expect(owners(await day([product.productId]))).toEqual({});
});

test.each(['', 'x', '1,,2', '01', Array.from({ length: 51 }, () => '1').join(',')])('"%s" is refused', async (ids) => {
  await expect(day([ids])).rejects.toMatchObject({ status: 400 });
});
