import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { autoSelectProducts, getProductSettings } from '@app/shared/contract/product-settings.ts';
import { someoneWaits } from '../../../testing/database/database.ts';
import { testApi } from '../../../testing/http/api.ts';
import { buildProductOf } from '../../../testing/observing/products.ts';

const api = testApi();

test('the automatic choice keeps a name that is given meanwhile, and leaves out a product whose offer ends meanwhile', async () => {
  const owner = await api.owner();
  const { tenantId } = owner;
  const mug = await buildProductOf(api.worker, owner, { asin: 'B0MUG00001', name: 'Mug' });
  const pot = await buildProductOf(api.worker, owner, { asin: 'B0POT00001', name: 'Pot', account: mug });

  const [choosing] = await api.worker.tenant(tenantId, async (tx) => {
    await sql`update products set short_name = 'Blue' where product_id = ${mug.productId}`.execute(tx);
    await sql`
      update products set is_active = false, is_tracked = false where product_id = ${pot.productId}`.execute(tx);
    const chosen = owner.call(autoSelectProducts, { body: { productCount: 2 } });
    await someoneWaits(api.database);
    return [chosen];
  });

  expect(await choosing).toEqual({ trackedProducts: 1 });
  const { sellerAccounts } = await owner.call(getProductSettings);
  expect(sellerAccounts.flatMap(({ products }) => products)).toMatchObject([
    { productId: mug.productId, shortName: 'Blue', state: 'tracked' },
  ]);
});

test('the automatic choice does not count products that the budget keeps from being tracked', async () => {
  const owner = await api.owner();
  const mug = await buildProductOf(api.worker, owner, { asin: 'B0MUG00001', name: 'Mug' });
  const pot = await buildProductOf(api.worker, owner, { asin: 'B0POT00001', name: 'Pot', account: mug });
  await api.worker.tenant(owner.tenantId, async (tx) => {
    await sql`update products set is_tracked = false where product_id = ${pot.productId}`.execute(tx);
    await sql`update tenants set is_capped = true where tenant_id = ${owner.tenantId}`.execute(tx);
  });
  const chooseTwo = () => owner.call(autoSelectProducts, { body: { productCount: 2 } });

  expect([await chooseTwo(), await chooseTwo()]).toEqual([{ trackedProducts: 1 }, { trackedProducts: 1 }]);
});
