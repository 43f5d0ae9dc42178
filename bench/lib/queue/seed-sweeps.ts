import { randomUUID } from 'node:crypto';
import type { Client } from 'pg';
import { discovery } from '../../../server/src/features/observing/sources/account/discovery.ts';
import { subscriptions } from '../../../server/src/features/observing/sources/account/subscriptions.ts';
import { sources } from '../../../server/src/features/observing/sources/registry.ts';

interface Schedule {
  readonly accounts: number;
  readonly productsPerAccount: number;
  /** The number of seconds in which every sweep becomes due once, evenly distributed. */
  readonly withinSeconds: number;
}

/** Creates seller accounts with products, a waiting item per product, and a sweep per source of facts. */
export async function seedSweeps(client: Client, schedule: Schedule): Promise<void> {
  for (let account = 0; account < schedule.accounts; account += 1) await seedAccount(client, schedule, account);
  await client.query('analyze');
}

async function seedAccount(client: Client, { productsPerAccount }: Schedule, account: number): Promise<void> {
  const tenantId = randomUUID();
  await client.query("select set_config('app.tenant_id', $1, false)", [tenantId]);
  await client.query(
    `insert into tenants (tenant_id, company_name, account_type, world_epoch, trial_ends_at, created_at)
     values ($1, 'Bench', 'brand', 'bench', now(), now())`,
    [tenantId],
  );
  const { rows } = await client.query<{ id: string }>(
    `insert into seller_accounts (tenant_id, selling_partner_id, region, name, refresh_token, token_last6, created_at,
                                  authorized_at, version)
     values ($1, 'A' || $2::int, 'NA', 'Bench', 'none', '000000', now(), now(), 0)
     returning seller_account_id as id`,
    [tenantId, account],
  );
  const accountId = rows[0]?.id;
  await client.query(
    `with made as (
       insert into products (tenant_id, seller_account_id, marketplace, asin, name, is_active, is_tracked, version, created_at)
       select $1, $2, 'US', 'B' || lpad(n::text, 9, '0'), 'Product ' || n, true, true, 0, now()
         from generate_series(1, $3::int) as n
       returning product_id
     )
     insert into items (tenant_id, item_id, product_id, type, status, version, again_at)
     select $1, 'price-' || m.product_id, m.product_id, 'price', 1, 0, now() + interval '1 day'
       from made m`,
    [tenantId, accountId, productsPerAccount],
  );
  await client.query(
    `insert into sweeps (tenant_id, seller_account_id, marketplace, source, due_at)
     select $1, $2, 'US', s.source, now() + interval '1 day'
       from unnest($3::text[]) as s (source)`,
    [
      tenantId,
      accountId,
      sources.filter((source) => source !== discovery && source !== subscriptions).map(({ name }) => name),
    ],
  );
}

/** Schedules all sweeps, evenly distributed over the period. */
export async function startSchedule(client: Client, { withinSeconds }: Pick<Schedule, 'withinSeconds'>): Promise<void> {
  await client.query(
    `update sweeps s
        set due_at = clock_timestamp() + interval '3 seconds' + r.share * $1::float8 * interval '1 second'
       from (select tenant_id, seller_account_id, marketplace, source,
                    row_number() over (order by md5(tenant_id::text || source)) / count(*) over ()::float8 as share
               from sweeps) r
      where (s.tenant_id, s.seller_account_id, s.marketplace, s.source)
            = (r.tenant_id, r.seller_account_id, r.marketplace, r.source)`,
    [withinSeconds],
  );
}
