import { sql } from 'kysely';
import type { Actor } from '../../../http/actor.ts';
import type { Tx } from '../../../lib/db/db.ts';

export interface KeywordRow {
  readonly itemId: string;
  readonly keyword: string;
  readonly alertAfterRank: number | null;
  readonly productId: string;
  readonly sellerId: string;
  readonly marketplace: string;
  /** The facts of the last search; `null` if there was none. */
  readonly facts: unknown;
}

interface KeywordFilter {
  readonly hiddenTypes: readonly string[];
  readonly productId: string | null;
  /** Limits the list to keywords behind this one in the order; `null` for all. */
  readonly after: { readonly productId: string; readonly itemId: string } | null;
  readonly most: number;
}

/** Lists the watched keywords of tracked products that the viewer may see, those of the newest product first. */
export async function listKeywordRows(tx: Tx, actor: Actor, filter: KeywordFilter): Promise<readonly KeywordRow[]> {
  const { rows } = await sql<KeywordRow>`
    select i.item_id as "itemId",
           i.settings ->> 'keyword' as keyword,
           (i.settings ->> 'absoluteThreshold')::float8 as "alertAfterRank",
           p.product_id as "productId",
           p.seller_account_id as "sellerId",
           p.marketplace,
           o.facts
      from items i
      join products p
        on p.tenant_id = i.tenant_id
       and p.product_id = i.product_id
      left join observations o
        on o.tenant_id = ${actor.tenantId}
       and o.product_id = i.product_id
       and o.aspect = 'searchRank'
       and o.sku = i.settings ->> 'keyword'
     where i.tenant_id = ${actor.tenantId}
       and i.removed_at is null
       and i.type <> all (${[...filter.hiddenTypes]}::text[])
       and i.settings ->> 'keyword' is not null
       and p.is_tracked
       and p.seller_account_id <> all (${[...actor.hiddenSellerAccountIds]}::bigint[])
       and (${filter.productId}::bigint is null or p.product_id = ${filter.productId}::bigint)
       and (
             ${filter.after?.productId ?? null}::bigint is null
          or p.product_id < ${filter.after?.productId ?? null}::bigint
          or (p.product_id = ${filter.after?.productId ?? null}::bigint and i.item_id > ${filter.after?.itemId ?? null}::text)
           )
     order by p.product_id desc, i.item_id
     limit ${filter.most}`.execute(tx);
  return rows;
}
