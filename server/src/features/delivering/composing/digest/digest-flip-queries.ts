import { sql, type RawBuilder } from 'kysely';
import type { Tx } from '../../../../lib/db/db.ts';
import { isKindCounted } from '../../../judging/settings/tenant-features-queries.ts';

export interface Improvement {
  readonly itemId: string;
  readonly type: string;
  readonly productId: string;
  readonly message: string | null;
  readonly at: Date;
}

interface FlipScope {
  readonly tenantId: string;
  readonly since: Date;
  readonly hiddenSellerAccountIds: readonly string[];
}

/**
 * The flips (`f`) since a time of items that are watched and ok, and whose kinds still count, with a condition that
 * chooses among them.
 */
const flipsOfOkItems = ({ tenantId, since, hiddenSellerAccountIds }: FlipScope, which: RawBuilder<unknown>) => sql`
      from flips f
      join tenants t
        on t.tenant_id = f.tenant_id
      join products p
        on p.tenant_id = f.tenant_id
       and p.product_id = f.product_id
      join items i
        on i.tenant_id = f.tenant_id
       and i.item_id = f.item_id
       and i.status = 0
       and i.removed_at is null
     where f.tenant_id = ${tenantId}
       and f.at > ${since}
       and ${which}
       and not f.is_silent
       and ${isKindCounted('i')}
       and p.is_tracked
       and p.seller_account_id <> all (${hiddenSellerAccountIds}::bigint[])`;

/** Returns the improvements since a time of items that are still ok and whose kinds still count, newest first. */
export async function listImprovements(tx: Tx, scope: FlipScope): Promise<Improvement[]> {
  const { rows } = await sql<Improvement>`
    /* prepared */
    select f.item_id as "itemId", f.type, f.product_id as "productId", f.message, f.at
      ${flipsOfOkItems(scope, sql`f.is_improved`)}
     order by f.at desc, f.flip_id desc
     limit 500`.execute(tx);
  return rows;
}

/** An issue that comes back after more than this time counts as new. */
const rememberedDays = 30;

/** Returns the given items that had an issue, were ok for a short time, and have the issue again since then. */
export async function findComebacks(
  tx: Tx,
  { tenantId, since, itemIds }: { tenantId: string; since: Date; itemIds: readonly string[] },
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ itemId: string }>`
    /* prepared */
    select distinct f.item_id as "itemId"
      from flips f
     where f.tenant_id = ${tenantId}
       and f.item_id = any (${itemIds}::text[])
       and f.at > ${since}
       and f.from_status = 0
       and f.to_status in (1, 2)
       and exists (
             select 1
               from flips b
              where b.tenant_id = ${tenantId}
                and b.item_id = f.item_id
                and b.at < f.at
                and b.at > f.at - make_interval(days => ${rememberedDays})
                and b.to_status in (1, 2)
           )`.execute(tx);
  return new Set(rows.map(({ itemId }) => itemId));
}

/** Returns the number of issues that have ended since a time, of items that are still watched and still ok. */
export async function countSolved(tx: Tx, scope: FlipScope): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    /* prepared */
    select count(distinct f.item_id)::int as count
      ${flipsOfOkItems(scope, sql`f.from_status in (1, 2) and f.to_status = 0`)}`.execute(tx);
  return rows[0]?.count ?? 0;
}
