import type { Client } from 'pg';

export interface Flip {
  flipId: string;
  productId: string;
  type: string;
  asin: string;
  marketplace: string;
  fromStatus: number;
  toStatus: number;
  message: string | null;
  evidence: readonly { label: string; value: string }[];
}

/** Counts and lists from the product's database that change only when the product accepts a body. */
export interface Holdings {
  listings: number;
  products: number;
  /** The marketplaces for which sweeps exist, by seller. */
  stores: readonly string[];
  /** Number of products whose last sale is known. */
  sold: number;
  subscriptions: readonly string[];
  /** Number of recorded changes of facts, by aspect. */
  observations: Readonly<Record<string, number>>;
  flips: readonly Flip[];
  /** The time at which the last pass of each source finished. */
  finished: Readonly<Record<string, number>>;
  /** Operations whose rate was lowered below the documented one, with their rates. */
  slowed: readonly string[];
  /** Number of seller accounts that need a new authorisation. */
  unauthorized: number;
}

export async function readHoldings(client: Client): Promise<Holdings> {
  const count = async (query: string): Promise<number> =>
    Number((await client.query<{ count: string }>(`select count(*) from ${query}`)).rows[0]?.count);
  const observations = await client.query<{ aspect: string; count: string }>(
    'select aspect, count(*) from observation_history group by aspect order by aspect',
  );
  const names = async (query: string): Promise<string[]> =>
    (await client.query<{ name: string }>(query)).rows.map(({ name }) => name);
  const flips = await client.query<Flip>(
    `select f.flip_id as "flipId", f.product_id as "productId", f.type, p.asin, p.marketplace, f.from_status as "fromStatus",
            f.to_status as "toStatus", f.message, f.evidence
       from flips f
       join products p on p.tenant_id = f.tenant_id and p.product_id = f.product_id
      order by f.flip_id`,
  );
  const finished = await client.query<{ source: string; at: number }>(
    `select source, extract(epoch from max(finished_at))::float8 as at from sweeps where finished_at is not null group by source`,
  );
  return {
    finished: Object.fromEntries(finished.rows.map(({ source, at }) => [source, at])),
    listings: await count('listings'),
    products: await count('products'),
    stores: await names(
      `select distinct a.selling_partner_id || '/' || m.marketplace as name
         from sweeps m
         join seller_accounts a on a.tenant_id = m.tenant_id and a.seller_account_id = m.seller_account_id
        where m.marketplace <> ''
        order by 1`,
    ),
    slowed: await names(
      `select b.operation || ' asked at ' || round((b.rate * b.factor)::numeric, 2) || ' a second' as name
         from quota_buckets b
        where b.factor < 0.95
        order by 1`,
    ),
    sold: await count(`(select 1 from products where last_sale_at is not null) s`),
    subscriptions: await names('select distinct subscription_id as name from subscriptions order by 1'),
    observations: Object.fromEntries(observations.rows.map(({ aspect, count: n }) => [aspect, Number(n)])),
    flips: flips.rows,
    unauthorized: await count('seller_accounts where may_need_reauthorization'),
  };
}
