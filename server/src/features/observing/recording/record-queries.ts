import { sql } from 'kysely';
import { latestPlausible, clampToNow } from '../../../lib/clock-skew.ts';
import { json, type Executor, type Tx } from '../../../lib/db/db.ts';
import { isOnCluster } from '../../../lib/db/tenant-transaction.ts';
import { sourceOfAspect } from '../sources/registry.ts';
import { hashOfObservation, type IngestResult, type Observation } from './observation.ts';

export type ObservationsByKey = ReadonlyMap<string, Observation>;

/** Lists are sent as one text each: an array of hundreds of elements, each quoted, costs more. */
const separator = '\u001f';
function textList(values: readonly string[]) {
  // string_to_array turns an empty text into no elements, and a value that contains the separator into two.
  const isPlain = values.length > 1 && !values.some((value) => value.includes(separator));
  return isPlain ? sql`string_to_array(${values.join(separator)}, ${separator})` : sql`${values}::text[]`;
}

interface Comparison {
  /** The number of compared observations whose facts are known. */
  readonly same: number;
  /** The keys of stored facts that differ from the observed ones, or were not compared with them. */
  readonly different: readonly string[];
}

export async function compareFacts(db: Executor, tenantId: string, asked: ObservationsByKey): Promise<Comparison> {
  const { rows } = await sql<{ same: string | null; key: string }>`
    with known as materialized (${selectStored(tenantId, asked)})
    select count(*) as same, null as key
      from known k
     where k.is_same
    union all
    select null, k.key
      from known k
     where not k.is_same`.execute(db);
  return {
    same: Number(rows.find(({ same }) => same !== null)?.same),
    different: rows.flatMap(({ key }) => key ?? []),
  };
}

/** Returns the keys of unchanged facts. Needed if some observations have no known facts at all. */
export async function listSameFacts(
  db: Executor,
  tenantId: string,
  asked: ObservationsByKey,
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ key: string }>`
    select k.key
      from (${selectStored(tenantId, asked)}) k
     where k.is_same`.execute(db);
  return new Set(rows.map(({ key }) => key));
}

/**
 * The stored facts of these products and aspects, each with whether it equals the observed ones. Uses lists of
 * constants: with a join the planner would look up each row by itself, or read all observations of the tenant.
 */
function selectStored(tenantId: string, asked: ObservationsByKey) {
  const observations = [...asked.values()];
  const texts = observations.map((one) => `${one.productId} ${one.aspect} ${hashOfObservation(one)} ${one.sku}`);
  return sql`
    select o.product_id || ' ' || o.aspect || ' ' || o.sku as key,
           o.product_id || ' ' || o.aspect || ' ' || o.hash || ' ' || o.sku = any (${textList(texts)}) as is_same
      from observations o
     where o.tenant_id = ${tenantId}
       and o.product_id = any (${textList(productIdsOf(asked))}::bigint[])
       and o.aspect = any (${[...new Set(observations.map(({ aspect }) => aspect))]}::text[])`;
}

const productIdsOf = (asked: ObservationsByKey): readonly string[] => [
  ...new Set([...asked.values()].map(({ productId }) => productId)),
];

type ChangedAspect = IngestResult['changed'][number];

interface News {
  readonly news: readonly Observation[];
  readonly now: Date;
}

/**
 * Stores observations that are newer than the known facts and different. An observation older than the last complete
 * pass of its source counts as known, so that a late message never overwrites newer facts. A stored observation with a
 * time in the future was dated wrongly, and any present one replaces it.
 */
export async function writeNews(tx: Tx, tenantId: string, { news, now }: News): Promise<readonly ChangedAspect[]> {
  const incoming = news.map((one) => ({
    product_id: one.productId,
    aspect: one.aspect,
    sku: one.sku,
    facts: one.facts,
    hash: hashOfObservation(one),
    observed_at: clampToNow(one.observedAt, now).toISOString(),
    source: sourceOfAspect[one.aspect],
  }));
  const stored = sql`
    /* prepared */
    with incoming as (
      select i.product_id, i.aspect, i.sku, i.facts, i.hash, i.observed_at
        from jsonb_to_recordset(${json(incoming)}::jsonb) as i (
               product_id bigint, aspect text, sku text, facts jsonb, hash text, observed_at timestamptz, source text
             )
        join products p
          on p.tenant_id = ${tenantId}
         -- The list of keys makes the planner use the index: with the join alone it reads all products of the tenant.
         and p.product_id = any (${incoming.map((row) => row.product_id)}::bigint[])
         and p.product_id = i.product_id
        left join sweeps s
          on s.tenant_id = ${tenantId}
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
       where (o.observed_at < excluded.observed_at or o.observed_at > ${latestPlausible(now)})
         and o.hash <> excluded.hash
      returning o.product_id, o.aspect, o.sku, o.facts, o.observed_at
    )`;
  if (isOnCluster(tx)) {
    const { rows } = await sql<ChangedKey>`${stored}
    select c.product_id as "productId", c.aspect, c.sku
      from changed c`.execute(tx);
    await keepHistory(tx, tenantId, rows);
    return [
      ...new Map(rows.map(({ productId, aspect }) => [`${productId} ${aspect}`, { productId, aspect }])).values(),
    ];
  }
  const { rows } = await sql<ChangedAspect>`${stored},
    kept as (
      insert into observation_history (tenant_id, observed_at, product_id, aspect, sku, facts)
      select ${tenantId}, c.observed_at, c.product_id, c.aspect, c.sku, c.facts
        from changed c
       -- The history of sales is in sales_days.
       where c.aspect <> 'sales'
          on conflict do nothing
    )
    select distinct c.product_id as "productId", c.aspect
      from changed c`.execute(tx);
  return rows;
}

type ChangedKey = ChangedAspect & { readonly sku: string };

/**
 * Copies the facts that were just stored to the history. This is a statement of its own: if it were part of the
 * statement that stores them, a cluster would first send the rows to all nodes, and fail while one of them is away.
 */
async function keepHistory(tx: Tx, tenantId: string, changed: readonly ChangedKey[]): Promise<void> {
  if (changed.length === 0) return;
  await sql`
    insert into observation_history (tenant_id, observed_at, product_id, aspect, sku, facts)
    select o.tenant_id, o.observed_at, o.product_id, o.aspect, o.sku, o.facts
      from observations o
      join json_to_recordset(${json(changed)}::json) as c ("productId" bigint, aspect text, sku text)
        on c."productId" = o.product_id
       and c.aspect = o.aspect
       and c.sku = o.sku
     where o.tenant_id = ${tenantId}
       and o.product_id = any (${changed.map(({ productId }) => productId)}::bigint[])
       and o.aspect <> 'sales'
        on conflict do nothing`.execute(tx);
}
