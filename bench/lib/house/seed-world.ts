import type { Client } from 'pg';

/**
 * The seed of one tenant with many products. One in 33 pairs of product and watchdog has an open issue, the others are
 * ok. Every product has figures, two weeks of sales and a stock message.
 */
interface SeedOptions {
  readonly email: string;
  readonly products: number;
  readonly types: readonly string[];
  /**
   * Makes this many further items red, as members of one incident: nine of ten are its causes, the others its
   * consequences.
   */
  readonly members?: number;
}

/** Seeds the tenant of a login with a seller account and realistic products; returns the tenant id. */
export async function seedWorld(client: Client, { email, products, types, members = 0 }: SeedOptions): Promise<string> {
  const { rows } = await client.query<{ tenant_id: string }>('select tenant_id from logins where email = $1', [email]);
  const tenantId = rows[0]?.tenant_id ?? '';
  await client.query('update tenants set world_version = 1 where tenant_id = $1', [tenantId]);
  await client.query(
    `insert into seller_accounts (tenant_id, selling_partner_id, region, name, refresh_token, token_last6, created_at,
                                  authorized_at, setup_completed_at, version)
     values ($1, 'A1BENCHSELLER1', 'NA', 'Brightkeel US', 'none', '000000', now(), now(), now(), 1)`,
    [tenantId],
  );
  await client.query(
    `insert into products (tenant_id, seller_account_id, marketplace, asin, name, image_url, large_image_url,
                           price_cents, currency, star_rating_tenths, review_count, bsr_rank, fba_fee_cents, total_qty,
                           in_stock_qty, inbound_qty, sales_known_at, is_active, is_tracked, version, created_at)
     select $1, s.seller_account_id, (array['US', 'CA', 'MX'])[1 + n % 3], 'B0' || upper(substr(md5(n::text), 1, 8)),
            (array['Cast-iron skillet', 'French press', 'Gooseneck kettle', 'Stoneware mugs'])[1 + n % 4]
              || ' ' || (10 + n % 40) || ' cm, ' || (array['slate', 'steel', 'acacia', 'sand', 'walnut'])[1 + n % 5],
            'https://m.media-amazon.com/images/I/' || substr(md5('i' || n), 1, 11) || '._SL75_.jpg',
            'https://m.media-amazon.com/images/I/' || substr(md5('i' || n), 1, 11) || '.jpg',
            r.price, 'USD', 30 + r.number % 21, r.number % 5000, r.number % 200000, 250 + r.number % 700, r.number % 900, r.number % 600,
            r.number % 300, now() - interval '90 days', true, true, 1, now()
       from generate_series(1, $2::int) as n
      cross join lateral (select abs(hashtext('p' || n)) % 9000 + 990, abs(hashtext('n' || n))) as r (price, number)
      cross join seller_accounts s
      where s.tenant_id = $1`,
    [tenantId, products],
  );
  await client.query(
    `insert into items (tenant_id, item_id, product_id, type, status, issue_status, message, from_text, to_text,
                        evidence, figures, about, revision, changed_at, version)
     select $1, t.type || '-' || p.product_id, p.product_id, t.type,
            case when bad.it then 2 else 0 end, 0,
            case when bad.it then 'The buy box went from you at $34.90 to A1OTHERSELLER at $31.49'
                 when t.type = 'inventory' then h.number % 90 || ' days left: ' || h.number % 600 || ' units at '
                   || h.number % 97 / 10.0 || ' a day' end,
            case when bad.it then 'You at $34.90' end, case when bad.it then 'A1OTHERSELLER at $31.49' end,
            case when bad.it then '[{"label":"Your price","value":"$34.90"},{"label":"Offers","value":"3"}]'::jsonb
                 else '[]'::jsonb end,
            case when t.type = 'inventory' then jsonb_build_object('sold', h.number % 97 * 3, 'days', 30) end,
            case when bad.it then 'A1OTHERSELLER' end, 1, date_trunc('milliseconds', now()), 1
       from products p
      cross join unnest($2::text[]) with ordinality as t (type, n)
      cross join lateral (select (p.product_id * 7 + t.n * 13) % 33 = 0) as bad (it)
      cross join lateral (select abs(hashtext('s' || p.product_id))) as h (number)
      where p.tenant_id = $1`,
    [tenantId, types],
  );
  await client.query(
    `insert into sales_days (tenant_id, product_id, day, units, orders, promotion_units, promotions, was_out_of_stock,
                             changed_at)
     select $1, p.product_id, current_date - d, s.units, s.units, s.units / 5, '{}', false, now()
       from products p
      cross join generate_series(0, 14) as d
      cross join lateral (select (abs(hashtext(p.product_id || ' ' || d)) % 100 * (p.product_id % 12) / 100)::int) as s (units)
      where p.tenant_id = $1 and s.units > 0`,
    [tenantId],
  );
  if (members > 0) await seedIncident(client, tenantId, members);
  await client.query('analyze');
  return tenantId;
}

async function seedIncident(client: Client, tenantId: string, members: number): Promise<void> {
  await client.query(
    `with incident as (
       insert into incidents (tenant_id, seller_account_id, type, cause, is_end, state, members, opened_at,
                              last_member_at, told_at)
       select $1, s.seller_account_id, 'lostBuybox', 'seller A1OTHERSELLER', false, 'told', $2, now(), now(), now()
         from seller_accounts s
        where s.tenant_id = $1
       returning incident_id
     ),
     ranked as (
       select p.product_id, row_number() over (order by p.product_id) as place
         from products p
        where p.tenant_id = $1
     )
     update items i
        set status = 2, message = 'The buy box is with another seller', to_text = 'A1OTHERSELLER at $31.49',
            incident_id = n.incident_id
       from ranked r, incident n
      where i.tenant_id = $1
        and i.product_id = r.product_id
        and (i.type = 'lostBuybox' and r.place <= $2 - $2 / 10 or i.type = 'prime' and r.place <= $2 / 10)`,
    [tenantId, members],
  );
}

/** Raises the version of the world by `count` without changing its rows. Returns the version before. */
export async function skipVersions(client: Client, given: { tenantId: string; count: number }): Promise<number> {
  const { rows } = await client.query<{ version: string }>(
    'update tenants set world_version = world_version + $2 where tenant_id = $1 returning world_version - $2 as version',
    [given.tenantId, given.count],
  );
  return Number(rows[0]?.version);
}

/** Turns all watchdogs of a number of products red in one transaction, as a worker does. */
export async function changeSome(client: Client, given: { tenantId: string; changed: number }): Promise<void> {
  await client.query('begin');
  await client.query('update tenants set world_version = world_version + 1 where tenant_id = $1', [given.tenantId]);
  await client.query(
    `update items i
        set status = 2, message = 'The price fell from $34.90 to $24.90', version = t.world_version, changed_at = date_trunc('milliseconds', now())
       from tenants t
      where t.tenant_id = $1 and i.tenant_id = $1
        and i.product_id in (select product_id from products where tenant_id = $1 order by md5(asin) limit $2)`,
    [given.tenantId, given.changed],
  );
  await client.query("select pg_notify('world', $1 || ':' || world_version) from tenants where tenant_id = $1::uuid", [
    given.tenantId,
  ]);
  await client.query('commit');
}
