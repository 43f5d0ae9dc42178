import { sql } from 'kysely';
import { latestPlausible, clampToNow } from '../../../lib/clock-skew.ts';
import { json, type Executor, type Tx } from '../../../lib/db/db.ts';
import { followFacts, type AwaitingItem } from './known-facts-queries.ts';
import type { KnownFacts } from './known-facts.ts';
import { hashOfObservation, sourceOfAspect, type IngestResult, type Observation } from './observation.ts';

type Changed = IngestResult['changed'][number];

export interface Found {
  /** What differs from what is known. */
  readonly news: readonly Observation[];
  /** Items of the products looked at that wait for a look, whatever it finds. */
  readonly awaiting: readonly AwaitingItem[];
}

interface Looked {
  readonly observations: readonly Observation[];
  readonly known: KnownFacts;
}

/**
 * Which of these matter to somebody. Asked before any transaction begins, and by hash: nearly every answer of the
 * marketplace is the one of last time. What is written is compared again by `writeNews`.
 */
export async function findNews(db: Executor, tenantId: string, { observations, known }: Looked): Promise<Found> {
  const productIds = [...new Set(observations.map(({ productId }) => productId))];
  const { awaiting, ...followed } = await followFacts(db, tenantId, { productIds, since: known.since(tenantId) });
  known.follow(tenantId, followed);
  const asked = latestPerKey(unsettled(observations, known));
  const { news, same } = asked.size === 0 ? { news: [], same: [] } : await compareAll(db, tenantId, asked);
  known.note(tenantId, followed.version, same);
  for (const { productId } of news) known.forget(productId);
  return { news, awaiting };
}

/** All of a product if anything of it is not known to be as it was: of two looks at the same the later one counts. */
function unsettled(observations: readonly Observation[], known: KnownFacts): readonly Observation[] {
  const unknown = observations.filter((one) => !known.has(one));
  if (unknown.length === 0) return unknown;
  const productIds = new Set(unknown.map(({ productId }) => productId));
  return observations.filter(({ productId }) => productIds.has(productId));
}

interface Told {
  readonly news: readonly Observation[];
  readonly same: readonly Observation[];
}

async function compareAll(db: Executor, tenantId: string, asked: Asked): Promise<Told> {
  const { same, different } = await compare(db, tenantId, asked);
  const known = new Set(different.filter((key) => asked.has(key)));
  const isSame =
    same + known.size === asked.size
      ? (key: string) => !known.has(key)
      : await listSame(db, tenantId, asked).then((unchanged) => (key: string) => unchanged.has(key));
  const entries = [...asked];
  return {
    news: entries.flatMap(([key, one]) => (isSame(key) ? [] : one)),
    same: entries.flatMap(([key, one]) => (isSame(key) ? one : [])),
  };
}

type Asked = ReadonlyMap<string, Observation>;

/** One statement cannot write a row twice. */
function latestPerKey(observations: readonly Observation[]): Asked {
  const latest = new Map<string, Observation>();
  for (const observation of observations) {
    const key = `${observation.productId} ${observation.aspect} ${observation.sku}`;
    const known = latest.get(key);
    if (!known || known.observedAt <= observation.observedAt) latest.set(key, observation);
  }
  return latest;
}

/** Lists travel as one text each: hundreds of rows are asked for at every look, and each element quoted would cost. */
const separator = '\u001f';
function textList(values: readonly string[]) {
  // One empty text would come back as none, and one that holds the separator as two.
  const isPlain = values.length > 1 && !values.some((value) => value.includes(separator));
  return isPlain ? sql`string_to_array(${values.join(separator)}, ${separator})` : sql`${values}::text[]`;
}

interface Compared {
  /** How many of those asked for are known with these facts. */
  readonly same: number;
  /** The keys of what is known with other facts; of a product's listings also those that were not asked for. */
  readonly different: readonly string[];
}

async function compare(db: Executor, tenantId: string, asked: Asked): Promise<Compared> {
  const { rows } = await sql<{ same: string | null; key: string }>`
    with known as materialized (${stored(tenantId, asked)})
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

/** Where something was never seen before: the keys of all that is as it was. */
async function listSame(db: Executor, tenantId: string, asked: Asked): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ key: string }>`
    select k.key
      from (${stored(tenantId, asked)}) k
     where k.is_same`.execute(db);
  return new Set(rows.map(({ key }) => key));
}

/**
 * What is stored of these products and aspects, and whether its facts are these. Lists of constants: joined to what was
 * asked, the planner would look up each row by itself, or read all observations of the tenant.
 */
function stored(tenantId: string, asked: Asked) {
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

const productIdsOf = (asked: Asked): readonly string[] => [
  ...new Set([...asked.values()].map(({ productId }) => productId)),
];

interface News {
  readonly news: readonly Observation[];
  readonly now: Date;
}

/**
 * Keeps what is new and different. Older than what is known, or than the last complete pass of its source, counts as
 * known: a message that comes late never overwrites newer facts. A stored observation with a time in the future was dated
 * wrongly, and any present one replaces it.
 */
export async function writeNews(tx: Tx, tenantId: string, { news, now }: News): Promise<readonly Changed[]> {
  const incoming = news.map((one) => ({
    product_id: one.productId,
    aspect: one.aspect,
    sku: one.sku,
    facts: one.facts,
    hash: hashOfObservation(one),
    observed_at: clampToNow(one.observedAt, now).toISOString(),
    source: sourceOfAspect[one.aspect],
  }));
  const { rows } = await sql<Changed>`
    /* prepared */
    with incoming as (
      select i.product_id, i.aspect, i.sku, i.facts, i.hash, i.observed_at
        from jsonb_to_recordset(${json(incoming)}::jsonb) as i (
               product_id bigint, aspect text, sku text, facts jsonb, hash text, observed_at timestamptz, source text
             )
        join products p
          on p.tenant_id = ${tenantId}
         -- By their keys: joined to the list alone, the planner would rather read all products of the tenant.
         and p.product_id = any (${incoming.map((row) => row.product_id)}::bigint[])
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
       where (o.observed_at < excluded.observed_at or o.observed_at > ${latestPlausible(now)})
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
