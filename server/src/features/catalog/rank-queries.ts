import { sql } from 'kysely';
import { json, type Tx } from '../../lib/db/db.ts';

interface Hour {
  /** A day of the marketplace as `YYYY-MM-DD`. */
  readonly day: string;
  readonly hour: number;
}

interface Samples extends Hour {
  readonly ranks: readonly { readonly productId: string; readonly rank: number }[];
}

/** Stores the first sample of each hour. Returns the products for which these are the first samples of the hour. */
export async function insertRanks(tx: Tx, tenantId: string, { day, hour, ranks }: Samples): Promise<readonly string[]> {
  const { rows } = await sql<{ productId: string }>`
    insert into rank_days as d (tenant_id, product_id, day, ranks)
    select p.tenant_id, p.product_id, ${day}::date,
           array_fill(0, array[${hour}::int]) || s.rank || array_fill(0, array[23 - ${hour}::int])
      from jsonb_to_recordset(${json(ranks)}::jsonb) as s ("productId" bigint, rank int)
      join products p
        on p.tenant_id = ${tenantId}
       -- The list of keys makes the planner use the index: with the join alone it reads all products of the tenant.
       and p.product_id = any (${ranks.map(({ productId }) => productId)}::bigint[])
       and p.product_id = s."productId"
     where s.rank > 0
        or p.bsr_rank is not null
     order by p.product_id
        on conflict (tenant_id, product_id, day) do update
       set ranks[${hour + 1}::int] = excluded.ranks[${hour + 1}::int]
     where d.ranks[${hour + 1}::int] = 0
    returning d.product_id as "productId"`.execute(tx);
  return rows.map((row) => row.productId);
}

interface AffectedHour extends Hour {
  readonly productIds: readonly string[];
}

interface Average {
  readonly productId: string;
  /** The rank; `null` if there was no rank in the last 24 hours. */
  readonly rank: number | null;
}

/** Locks the products whose average rank of the last 24 hours differs from the shown one by more than one percent. */
export async function lockMovedAverages(
  tx: Tx,
  tenantId: string,
  { day, hour, productIds }: AffectedHour,
): Promise<readonly Average[]> {
  const { rows } = await sql<Average>`
    /* prepared */
    with averaged as (
      select d.product_id, round(avg(r.rank))::int as rank
        from rank_days d
       cross join lateral unnest(d.ranks) with ordinality as r (rank, n)
       where d.tenant_id = ${tenantId}
         and d.product_id = any (${productIds}::bigint[])
         and r.rank > 0
         and ((d.day = ${day}::date and r.n <= ${hour}::int + 1) or (d.day = ${day}::date - 1 and r.n > ${hour}::int + 1))
       group by d.product_id
    )
    select p.product_id as "productId", a.rank
      from products p
      left join averaged a
        on a.product_id = p.product_id
     where p.tenant_id = ${tenantId}
       and p.product_id = any (${productIds}::bigint[])
       and case
             when p.bsr_rank is null or a.rank is null then p.bsr_rank is distinct from a.rank
             else abs(p.bsr_rank - a.rank)::bigint * 100 > p.bsr_rank
           end
     order by p.product_id
       for no key update of p`.execute(tx);
  return rows;
}

export async function setAverages(
  tx: Tx,
  tenantId: string,
  { averages, version }: { readonly averages: readonly Average[]; readonly version: string },
): Promise<void> {
  await sql`
    update products p
       set bsr_rank = a.rank,
           version = ${version}::bigint
      from jsonb_to_recordset(${json(averages)}::jsonb) as a ("productId" bigint, rank int)
     where p.tenant_id = ${tenantId}
       and p.product_id = any (${averages.map(({ productId }) => productId)}::bigint[])
       and p.product_id = a."productId"`.execute(tx);
}
