import { sql } from 'kysely';
import { json, type Executor, type Tx } from '../../lib/db/db.ts';
import { hashOfObservation, sourceOfAspect, type IngestResult, type Observation } from './observation.ts';

type Changed = IngestResult['changed'][number];

/** An item whose verdict waits for another look at what its kind reads. */
export interface AwaitingItem {
  readonly productId: string;
  readonly type: string;
}

export interface Found {
  /** What differs from what is known. */
  readonly news: readonly Observation[];
  /** Items of the products looked at that wait for a look, whatever it finds. */
  readonly awaiting: readonly AwaitingItem[];
}

/**
 * Which of these matter to somebody. Asked before any transaction begins, in one round trip and by hash: nearly every
 * answer of the marketplace is the one of last time. What is written is compared again by `writeNews`.
 */
export async function findNews(db: Executor, tenantId: string, observations: readonly Observation[]): Promise<Found> {
  return findDifferent(db, tenantId, latestPerKey(observations));
}

/** One statement cannot write a row twice. */
function latestPerKey(observations: readonly Observation[]): readonly Observation[] {
  const latest = new Map<string, Observation>();
  for (const observation of observations) {
    const key = `${observation.productId} ${observation.aspect} ${observation.sku}`;
    const known = latest.get(key);
    if (!known || known.observedAt <= observation.observedAt) latest.set(key, observation);
  }
  return [...latest.values()];
}

/** Lists travel as one text each: hundreds of rows are asked for at every look, and each element quoted would cost. */
const separator = '\u001f';
function textList(values: readonly string[]) {
  // One empty text would come back as none, and one that holds the separator as two.
  const isPlain = values.length > 1 && !values.some((value) => value.includes(separator));
  return isPlain ? sql`string_to_array(${values.join(separator)}, ${separator})` : sql`${values}::text[]`;
}

/** By the key of each row, whatever the planner believes: it would rather read all observations of the tenant. */
async function findDifferent(db: Executor, tenantId: string, latest: readonly Observation[]): Promise<Found> {
  const productIds = latest.map((one) => one.productId);
  const { rows } = await sql<{ index: string | null; productId: string; type: string }>`
    select i.n - 1 as index, null::bigint as "productId", null as type
      from unnest(
             ${textList(productIds)}::bigint[],
             ${textList(latest.map((one) => one.aspect))},
             ${textList(latest.map((one) => one.sku))},
             ${textList(latest.map(hashOfObservation))}
           ) with ordinality as i (product_id, aspect, sku, hash, n)
      left join lateral (
             select o.hash
               from observations o
              where o.tenant_id = ${tenantId}
                and o.product_id = i.product_id
                and o.aspect = i.aspect
                and o.sku = i.sku
              limit 1
           ) o on true
     where o.hash is distinct from i.hash
    union all
    select distinct null::bigint, a.product_id, a.type
      from items a
     where a.tenant_id = ${tenantId}
       and a.product_id = any (${textList([...new Set(productIds)])}::bigint[])
       and a.awaits_check`.execute(db);
  const different = new Set(rows.map((row) => (row.index === null ? -1 : Number(row.index))));
  return {
    news: latest.filter((_, index) => different.has(index)),
    awaiting: rows.filter((row) => row.index === null),
  };
}

/**
 * Keeps what is new and different. Older than what is known, or than the last complete pass of its source, counts as
 * known: a message that comes late never overwrites newer facts.
 */
export async function writeNews(tx: Tx, tenantId: string, news: readonly Observation[]): Promise<readonly Changed[]> {
  const incoming = news.map((one) => ({
    product_id: one.productId,
    aspect: one.aspect,
    sku: one.sku,
    facts: one.facts,
    hash: hashOfObservation(one),
    observed_at: one.observedAt.toISOString(),
    source: sourceOfAspect[one.aspect],
  }));
  const { rows } = await sql<Changed>`
    with incoming as (
      select i.product_id, i.aspect, i.sku, i.facts, i.hash, i.observed_at
        from jsonb_to_recordset(${json(incoming)}::jsonb) as i (
               product_id bigint, aspect text, sku text, facts jsonb, hash text, observed_at timestamptz, source text
             )
        join products p
          on p.tenant_id = ${tenantId}
         and p.product_id = i.product_id
        left join sweeps s
          on s.tenant_id = p.tenant_id
         and s.seller_account_id = p.seller_account_id
         and s.marketplace in (p.marketplace, '')
         and s.source = i.source
       where s.confirmed_at is null or s.confirmed_at <= i.observed_at
    ),
    changed as (
      insert into observations as o (tenant_id, product_id, aspect, sku, facts, hash, observed_at)
      select ${tenantId}, i.product_id, i.aspect, i.sku, i.facts, i.hash, i.observed_at
        from incoming i
       order by i.product_id, i.aspect, i.sku
          on conflict (tenant_id, product_id, aspect, sku) do update
         set facts = excluded.facts,
             hash = excluded.hash,
             observed_at = excluded.observed_at
       where o.observed_at < excluded.observed_at
         and o.hash <> excluded.hash
      returning o.product_id, o.aspect, o.sku, o.facts, o.observed_at
    ),
    kept as (
      insert into observation_history (tenant_id, observed_at, product_id, aspect, sku, facts)
      select ${tenantId}, c.observed_at, c.product_id, c.aspect, c.sku, c.facts
        from changed c
       -- Sales have a history of their own: the days.
       where c.aspect <> 'sales'
          on conflict do nothing
    )
    select distinct c.product_id as "productId", c.aspect
      from changed c`.execute(tx);
  return rows;
}
