import type { Client } from 'pg';

interface SalesLoad {
  readonly products: number;
  readonly days: number;
  /** The last day of sales. */
  readonly today: string;
}

/** Days for which ranks and observations are kept. */
const keptDays = 120;

/**
 * Creates one tenant whose products have sales on two of three days, and a promotion code on every tenth day. Each
 * product has a rank for every hour, and its price changes every other day, for as long as ranks and observations are
 * kept. Returns the id of the tenant.
 */
export async function seedSales(client: Client, { products, days, today }: SalesLoad): Promise<string> {
  const { rows } = await client.query<{ tenantId: string }>(
    `insert into tenants (tenant_id, company_name, account_type, world_epoch, trial_ends_at, created_at)
     values (gen_random_uuid(), 'Lark', 'brand', 'e', $1::date + 9, $1::date - 800)
     returning tenant_id as "tenantId"`,
    [today],
  );
  const tenantId = rows[0]?.tenantId ?? '';
  await client.query(
    `insert into email_addresses (tenant_id, email, is_primary, is_user, verified_at, created_at)
     values ($1, 'lark@example.com', true, true, now(), now())`,
    [tenantId],
  );
  await client.query(
    `with account as (
       insert into seller_accounts (
         tenant_id, selling_partner_id, region, name, refresh_token, token_last6, created_at, authorized_at, version
       )
       values ($1, 'A1LARK', 'NA', 'Lark US', 'no token', '123456', $2::date - 800, now(), 0)
       returning tenant_id, seller_account_id
     ),
     read as (
       insert into sweeps (tenant_id, seller_account_id, marketplace, source, due_at, confirmed_at)
       select a.tenant_id, a.seller_account_id, '', 'orders', $2::date + interval '20 hours', $2::date + interval '20 hours'
         from account a
     )
     insert into products (
       tenant_id, seller_account_id, marketplace, asin, name, is_active, is_tracked, bsr_rank, version, created_at
     )
     select a.tenant_id, a.seller_account_id, 'US', 'B' || lpad(no::text, 9, '0'),
            'Cast-iron skillet 26 cm, seasoned, with two handles, number ' || no, true, true, no, 0, now()
       from account a
      cross join generate_series(1, $3::int) no`,
    [tenantId, today, products],
  );
  await client.query(
    `insert into tracking_periods (tenant_id, product_id, tracked_from)
     select p.tenant_id, p.product_id, $1::date - 800 from products p`,
    [today],
  );
  await client.query(
    `insert into sales_days (
       tenant_id, product_id, day, units, orders, promotion_units, promotions, was_out_of_stock, changed_at
     )
     select p.tenant_id, p.product_id, $1::date - back, 1 + (p.product_id + back) % 37, 1 + back % 9, back % 4,
            case when back % 10 = 0 then '{"SPRING20": {"units": 3, "orders": 2}}'::jsonb else '{}' end, false, now()
       from products p
      cross join generate_series(0, $2::int - 1) back
      where (p.product_id + back) % 3 <> 0`,
    [today, days],
  );
  await client.query(
    `insert into rank_days (tenant_id, product_id, day, ranks)
     select p.tenant_id, p.product_id, $1::date - back, array_fill((1 + p.product_id % 9000)::int, array[24])
       from products p
      cross join generate_series(0, $2::int - 1) back`,
    [today, Math.min(days, keptDays)],
  );
  await client.query(
    `with changes as (
       select p.tenant_id, p.product_id, 'offers' as aspect, 'SKU-1' as sku, $1::date - back + interval '9 hours' as at,
              jsonb_build_object(
                'offers', '[]'::jsonb, 'totalOffers', 1, 'buyBox', null,
                'ownPrice', jsonb_build_object('cents', 3000 + back, 'currency', 'USD')
              ) as facts
         from products p
        cross join generate_series(0, $2::int - 1, 2) back
     ),
     kept as (
       insert into observation_history (tenant_id, product_id, aspect, sku, observed_at, facts)
       select c.tenant_id, c.product_id, c.aspect, c.sku, c.at, c.facts from changes c
     )
     insert into observations (tenant_id, product_id, aspect, sku, facts, hash, observed_at)
     select distinct on (c.product_id) c.tenant_id, c.product_id, c.aspect, c.sku, c.facts, 'h', c.at
       from changes c
      order by c.product_id, c.at desc`,
    [today, Math.min(days, keptDays)],
  );
  return tenantId;
}
