import { randomUUID } from 'node:crypto';
import type { Client } from 'pg';
import { watchdogs } from '@app/shared/watchdogs/registry.ts';
import type { Target } from '../../../server/src/features/observing/sources/source.ts';
import { ownSellerId, type BenchProduct } from './answers.ts';

/** Creates a tenant that tracks the products, with a mail recipient and all watchdogs in state initializing. */
export async function seedForEvaluation(
  client: Client,
  products: readonly BenchProduct[],
): Promise<{ tenantId: string; targets: readonly Target[] }> {
  const tenantId = randomUUID();
  await client.query("select set_config('app.tenant_id', $1, false)", [tenantId]);
  await client.query(
    `insert into tenants (tenant_id, company_name, account_type, world_epoch, trial_ends_at, created_at)
     values ($1, 'Bench', 'brand', 'bench', now(), now())`,
    [tenantId],
  );
  await client.query(
    `insert into email_addresses (tenant_id, email, is_primary, is_user, verified_at, created_at)
     values ($1, 'bench@watchpost.test', true, true, now(), now())`,
    [tenantId],
  );
  await client.query(
    `insert into seller_accounts (tenant_id, selling_partner_id, region, name, refresh_token, token_last6, created_at,
                                  authorized_at, version)
     values ($1, $2, 'NA', 'Bench', 'none', '000000', now(), now(), 0)`,
    [tenantId, ownSellerId],
  );
  const { rows } = await client.query<Target>(
    `insert into products (tenant_id, seller_account_id, marketplace, asin, name, is_active, is_tracked, version, created_at)
     select $1, s.seller_account_id, 'US', p.asin, 'Product ' || p.n, true, true, 0, now()
       from unnest($2::text[]) with ordinality as p (asin, n), seller_accounts s
      where s.tenant_id = $1
      order by p.n
     returning product_id as "productId", asin, '' as sku`,
    [tenantId, products.map((product) => product.asin)],
  );
  await client.query(
    `insert into items (tenant_id, item_id, product_id, type, status, version)
     select $1, t.type || '-' || p.product_id, p.product_id, t.type, 99, 0
       from products p cross join unnest($2::text[]) as t (type)
      where p.tenant_id = $1`,
    [tenantId, watchdogs.map((watchdog) => watchdog.type)],
  );
  const ids = new Map(rows.map((row) => [row.asin, row.productId]));
  const targets = products.map(({ asin, sku }) => ({ productId: ids.get(asin) ?? '', asin, sku }));
  return { tenantId, targets };
}
