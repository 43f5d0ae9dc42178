import { beforeAll, expect, test } from 'vitest';
import { sql } from 'kysely';
import { minuteMs } from '@app/shared/base/time.ts';
import { asinExists } from '@app/shared/contract/catalog.ts';
import { testApi, type Owner } from '../../../testing/http/api.ts';
import { buildProductOf } from '../../../testing/observing/products.ts';

const api = testApi();
let owner: Owner;

beforeAll(async () => {
  owner = await api.owner();
  const us = await buildProductOf(api.worker, owner);
  await api.worker.tenant(owner.tenantId, async (tx) => {
    const { rows } = await sql<{ sellerAccountId: string; name: string }>`
      update products
         set asin = 'B0TRACKED1'
       where tenant_id = ${owner.tenantId}
         and product_id = ${us.productId}
      returning seller_account_id as "sellerAccountId", name`.execute(tx);
    await sql`
      insert into products (
        tenant_id, seller_account_id, marketplace, asin, name, is_active, is_tracked, version, created_at
      )
      select ${owner.tenantId}, ${rows[0]?.sellerAccountId}::bigint, g.marketplace, g.asin, ${rows[0]?.name}, true,
             g.is_tracked, 1, now()
        from (values ('CA', 'B0TRACKED1', true), ('MX', 'B0IGNORED1', false)) as g (marketplace, asin, is_tracked)
      returning 1`.execute(tx);
  });
});

type Marketplace = 'US' | 'CA' | 'MX' | 'DE';
const ask = (asin: string, marketplace?: Marketplace) =>
  owner.send(asinExists, { params: { asin }, query: { marketplace } });

test('an ASIN is found where it is tracked, in upper or lower case and with spaces', async () => {
  const places = { trackedMarketplaces: ['CA', 'US'] };

  expect((await ask('B0TRACKED1')).json()).toEqual(places);
  expect((await ask('b0tracked1', 'US')).json()).toEqual(places);
});

test('an ASIN tracked elsewhere only is found, and the queried marketplace is not among those named', async () => {
  expect((await ask('B0TRACKED1', 'DE')).json()).toEqual({ trackedMarketplaces: ['CA', 'US'] });
});

test.each([
  ['B0NOTHING1', 'DE', 404, 'ASIN B0NOTHING1 does not exist in the DE marketplace'],
  ['B0NOTHING1', undefined, 404, 'ASIN B0NOTHING1 does not exist in the product'],
  ['B0IGNORED1', 'DE', 404, 'ASIN B0IGNORED1 does not exist in the DE marketplace'],
  [
    'B0IGNORED1',
    'MX',
    402,
    'ASIN B0IGNORED1 is not tracked. You may start tracking this ASIN in your Product Tracking Settings',
  ],
  [
    'B0IGNORED1',
    undefined,
    402,
    'ASIN B0IGNORED1 is not tracked. You may start tracking this ASIN in your Product Tracking Settings',
  ],
] as const)('%s in %s is answered with %i', async (asin, marketplace, ...told) => {
  const response = await ask(asin, marketplace);

  expect([response.statusCode, response.json().message]).toEqual(told);
});

test('a product of an account that the viewer may not see is not found', async () => {
  await api.worker.tenant(owner.tenantId, async (tx) => {
    await sql`
      update email_addresses e
         set hidden_seller_account_ids = array(select s.seller_account_id from seller_accounts s
                                                where s.tenant_id = ${owner.tenantId})
       where e.tenant_id = ${owner.tenantId}`.execute(tx);
    await sql`update email_addresses set is_primary = false where tenant_id = ${owner.tenantId}`.execute(tx);
  });
  api.clock.advance(2 * minuteMs);

  expect((await ask('B0TRACKED1')).statusCode).toBe(404);
});
