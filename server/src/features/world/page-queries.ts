import { sql, type RawBuilder } from 'kysely';
import { tableColumns, type TableColumn, type TableSort } from '@app/shared/domain/table-sorts.ts';
import type { Actor } from '../../http/actor.ts';
import type { Tx } from '../../lib/db/db.ts';

/** A filter for the paged table. Empty lists and an empty text match all products. */
export interface ProductPage {
  /** Zero-based. A page beyond the last one means the last one. */
  readonly page: number;
  /** Lower-case words. Each must occur in the ASIN, the short name or the name. */
  readonly words: readonly string[];
  readonly sellerAccountIds: readonly string[];
  readonly marketplaces: readonly string[];
  readonly productIds: readonly string[];
  readonly problemsFirst: boolean;
  /** The sorting; `null` sorts products in the order in which they were found. */
  readonly sort: TableSort | null;
  /** Kinds whose issues are not counted. */
  readonly uncountedTypes: readonly string[];
}

/** Specification, section 9: the page size of the product settings, also used here. */
const productsPerPage = 50;

const sortKeys: Readonly<Record<TableColumn, readonly RawBuilder<unknown>[]>> = {
  product: [sql`lower(coalesce(p.short_name, p.name))`],
  stock: [sql`coalesce(nullif(p.in_stock_qty, 0), p.fbm_qty, p.in_stock_qty)`],
  price: [sql`p.currency`, sql`coalesce(p.price_cents, p.sold_price_cents)`],
};

function inOrder(sort: TableSort | null): RawBuilder<unknown> {
  const column = tableColumns.find((one) => sort === one || sort === `-${one}`);
  if (!column) return sql``;
  const direction = sort === column ? sql`asc` : sql`desc`;
  return sql`${sql.join(sortKeys[column].map((key) => sql`${key} ${direction} nulls last`))},`;
}

/** Returns one page of the visible products that match, and the number of the last page. */
export async function findProductPage(
  tx: Tx,
  actor: Actor,
  wanted: ProductPage,
): Promise<{ readonly productIds: readonly string[]; readonly maxPage: number }> {
  const { rows } = await sql<{ productId: string; maxPage: number }>`
    with problems as (
      select i.product_id, max(i.status) as worst
        from items i
       where i.tenant_id = ${actor.tenantId}
         and i.status in (1, 2)
         and i.issue_status < 3
         and i.muted_until is null
         and i.removed_at is null
         and i.type <> all (${wanted.uncountedTypes}::text[])
       group by i.product_id
    ), shown as (
      select p.product_id,
             row_number() over (
               order by case when ${wanted.problemsFirst} then coalesce(w.worst, 0) else 0 end desc, ${inOrder(wanted.sort)} p.product_id
             ) - 1 as place,
             (count(*) over () - 1) / ${productsPerPage}::int as max_page
        from products p
        left join problems w on w.product_id = p.product_id
       where p.tenant_id = ${actor.tenantId}
         and p.is_tracked
         and p.seller_account_id <> all (${actor.hiddenSellerAccountIds}::bigint[])
         and (${wanted.sellerAccountIds}::bigint[] = '{}' or p.seller_account_id = any (${wanted.sellerAccountIds}))
         and (${wanted.marketplaces}::text[] = '{}' or p.marketplace = any (${wanted.marketplaces}))
         and (${wanted.productIds}::bigint[] = '{}' or p.product_id = any (${wanted.productIds}))
         and not exists (
           select 1
             from unnest(${wanted.words}::text[]) as word
            where position(word in lower(concat_ws(E'\n', p.asin, p.short_name, p.name))) = 0
         )
    )
    select s.product_id as "productId", s.max_page::int as "maxPage"
      from shown s
     where s.place / ${productsPerPage}::int = least(${wanted.page}::bigint, s.max_page)
     order by s.place`.execute(tx);
  return { productIds: rows.map((row) => row.productId), maxPage: rows[0]?.maxPage ?? 0 };
}
