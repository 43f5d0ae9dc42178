import type { Client } from 'pg';

interface BillingLoad {
  readonly tenants: number;
  readonly asinsPerTenant: number;
  /** The day to close. The 29 days before it are closed. */
  readonly day: string;
}

/**
 * Creates tenants whose billing period ends with the day. 19 of 20 ASINs are tracked all the time. Rows are stored in
 * the order in which the product inserts them: the products of an account together, and the usage days of all tenants
 * day by day.
 */
export async function seedBilling(client: Client, { tenants, asinsPerTenant, day }: BillingLoad): Promise<void> {
  await client.query(
    `insert into tenants (tenant_id, company_name, account_type, world_epoch, trial_ends_at, created_at)
     select gen_random_uuid(), 'Lark', 'brand', 'e', $2::date - 40, $2::date - 70
       from generate_series(1, $1::int)`,
    [tenants, day],
  );
  await client.query(
    `insert into tenant_subscriptions (tenant_id, state, period_from, closed_through, billed_through, billing_name)
     select t.tenant_id, 'active', $1::date - 29, $1::date - 1, $1::date - 30, 'Lark'
       from tenants t`,
    [day],
  );
  await client.query(
    `insert into service_periods (tenant_id, served_from) select t.tenant_id, $1::date - 70 from tenants t`,
    [day],
  );
  await client.query(
    `insert into seller_accounts (
       tenant_id, selling_partner_id, region, name, refresh_token, token_last6, created_at, authorized_at, version
     )
     select t.tenant_id, 'A' || left(t.tenant_id::text, 13), 'NA', 'Lark', 'no token', '123456', now(), now(), 0
       from tenants t`,
  );
  await client.query(
    `insert into products (tenant_id, seller_account_id, marketplace, asin, name, is_active, is_tracked, version, created_at)
     select s.tenant_id, s.seller_account_id, 'US', 'B' || lpad(no::text, 9, '0'), 'Lantern', true, true, 0, now()
       from seller_accounts s
      cross join generate_series(1, $1::int) no
      order by s.tenant_id, no`,
    [asinsPerTenant],
  );
  await client.query(
    `insert into tracking_periods (tenant_id, product_id, tracked_from, tracked_to)
     select p.tenant_id, p.product_id, $1::date - 60,
            case when p.product_id % 20 = 0 then $1::date + interval '13 hours' end
       from products p
      order by p.tenant_id, p.product_id`,
    [day],
  );
  await client.query(
    `insert into usage_days (
       tenant_id, day, asins, is_trial, rate_card_id, rate_card_from, regular_mills, discount_percent, mills, closed_at
     )
     select t.tenant_id, $1::date - no, 100, false, 'standard', '2020-01-01', 1613, 0, 1613, now()
       from tenants t
      cross join generate_series(1, 29) no
      order by no desc, t.tenant_id`,
    [day],
  );
}
