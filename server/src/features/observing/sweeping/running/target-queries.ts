import { sql, type RawBuilder } from 'kysely';
import type { Tx } from '../../../../lib/db/db.ts';
import type { Target, Unit } from '../../sources/source.ts';
import type { SweepKey } from '../sweep-queries.ts';

/** Lists the products after the last one that was asked for, by ASIN. */
const listProductTargets: ListTargets = (key, page) => sql<Target>`
    /* prepared */
    select p.product_id as "productId", p.asin, '' as sku
      from products p
     where p.tenant_id = ${key.tenantId}
       and p.seller_account_id = ${key.sellerAccountId}
       and p.marketplace = ${key.marketplace}
       and p.is_tracked
       and p.asin > ${page.after}
     order by p.asin
     limit ${page.most}`;

/** Lists the next products whose page was never read. Begins after the first whole pass of pages. */
const listNewProductTargets: ListTargets = (key, page) => sql<Target>`
    select p.product_id as "productId", p.asin, '' as sku
      from products p
      join sweeps s
        on s.tenant_id = p.tenant_id
       and s.seller_account_id = p.seller_account_id
       and s.marketplace = p.marketplace
       and s.source = 'product-pages'
     where p.tenant_id = ${key.tenantId}
       and p.seller_account_id = ${key.sellerAccountId}
       and p.marketplace = ${key.marketplace}
       and p.is_tracked
       and s.confirmed_at is not null
       and p.asin > ${page.after}
       and not exists (
             select 1
               from observations o
              where o.tenant_id = ${key.tenantId}
                and o.product_id = p.product_id
                and o.aspect in ('reviews', 'rating', 'badges')
           )
     order by p.asin
     limit ${page.most}`;

/** Lists the listings after the last one that was asked for, by SKU. */
const listListingTargets: ListTargets = (key, page) => sql<Target>`
    /* prepared */
    select p.product_id as "productId", p.asin, l.sku
      from listings l
      join products p
        on p.tenant_id = l.tenant_id
       and p.product_id = l.product_id
     where l.tenant_id = ${key.tenantId}
       and l.seller_account_id = ${key.sellerAccountId}
       and l.marketplace = ${key.marketplace}
       and p.is_tracked
       and l.sku > ${page.after}
     order by l.sku
     limit ${page.most}`;

/** Lists the next listings with the price for which their fees are estimated. */
const listPricedListingTargets: ListTargets = (key, page) =>
  listPriced(key, { which: sql`l.sku > ${page.after}`, most: page.most });

/** Lists these listings with the price for which their fees are estimated. */
export async function listPricedBySku(tx: Tx, key: SweepKey, skus: readonly string[]): Promise<readonly Target[]> {
  const listing = listPriced(key, { which: sql`l.sku = any (${[...skus]}::text[])`, most: skus.length });
  return (await listing.execute(tx)).rows;
}

/**
 * Lists listings with the first known price, for which their fees are estimated. It is kept, because a part of the fees
 * depends on the price.
 */
const listPriced = (
  key: SweepKey,
  { which, most }: { readonly which: RawBuilder<unknown>; readonly most: number },
): RawBuilder<Target> => sql<Target>`
    with page as (
      select p.product_id, p.asin, l.sku, seen.is_fulfilled_by_amazon,
             coalesce(l.fee_reference_cents, seen.own_price_cents, p.price_cents) as price_cents
        from listings l
        join products p
          on p.tenant_id = l.tenant_id
         and p.product_id = l.product_id
        left join lateral (
          select max((o.facts -> 'ownPrice' ->> 'cents')::bigint) as own_price_cents,
                 bool_or((o.facts ->> 'isFulfilledByAmazon')::boolean) as is_fulfilled_by_amazon
            from observations o
           where o.tenant_id = ${key.tenantId}
             and o.product_id = l.product_id
             and o.aspect in ('offers', 'listing')
             and o.sku = l.sku
        ) seen on true
       where l.tenant_id = ${key.tenantId}
         and l.seller_account_id = ${key.sellerAccountId}
         and l.marketplace = ${key.marketplace}
         and p.is_tracked
         and ${which}
       order by l.sku
       limit ${most}
    ),
    fixed as (
      update listings l
         set fee_reference_cents = g.price_cents
        from page g
       where l.tenant_id = ${key.tenantId}
         and l.seller_account_id = ${key.sellerAccountId}
         and l.marketplace = ${key.marketplace}
         and l.sku = g.sku
         and l.fee_reference_cents is null
         and g.price_cents is not null
    )
    select g.product_id as "productId", g.asin, g.sku, g.price_cents::float8 as "feePriceCents",
           g.is_fulfilled_by_amazon as "isFulfilledByAmazon"
      from page g
     order by g.sku`;

/** Lists the next products with a parent, by id, for tenants who have turned on alerts about parents. */
const listParentTargets: ListTargets = (key, page) => sql<Target>`
    /* prepared */
    select p.product_id as "productId", p.parent_asin as asin, '' as sku
      from products p
     where p.tenant_id = ${key.tenantId}
       and p.seller_account_id = ${key.sellerAccountId}
       and p.marketplace = ${key.marketplace}
       and p.is_tracked
       and p.parent_asin is not null
       and p.product_id > ${page.after || '0'}::bigint
       and exists (
             select 1
               from watchdog_settings w
              where w.tenant_id = ${key.tenantId}
                and w.settings -> 'alertForParentChanges' = 'true'
           )
     order by p.product_id
     limit ${page.most}`;

/** Lists the next keywords. Products with the same phrase come together, so that it is searched for once. */
const listKeywordTargets: ListTargets = (key, page) => listKeywords(key, { ...page, which: sql`true` });

const listNewKeywordTargets: ListTargets = (key, page) => listKeywords(key, { ...page, which: neverLookedFor });

const neverLookedFor = sql`not exists (
             select 1
               from observations o
              where o.tenant_id = i.tenant_id
                and o.product_id = i.product_id
                and o.aspect = 'searchRank'
                and o.sku = i.settings ->> 'keyword'
           )`;

function listKeywords(
  key: SweepKey,
  { after, most, which }: TargetPage & { readonly which: RawBuilder<unknown> },
): RawBuilder<Target> {
  const [phrase = '', productId = '0'] = after.split('\t');
  return sql<Target>`
    select p.product_id as "productId", p.asin, i.settings ->> 'keyword' as sku
      from items i
      join products p
        on p.tenant_id = i.tenant_id
       and p.product_id = i.product_id
     where i.tenant_id = ${key.tenantId}
       and i.type = 'keyword'
       and i.removed_at is null
       and p.seller_account_id = ${key.sellerAccountId}
       and p.marketplace = ${key.marketplace}
       and p.is_tracked
       and (i.settings ->> 'keyword', p.product_id) > (${phrase}, ${productId}::bigint)
       and ${which}
     order by i.settings ->> 'keyword', p.product_id
     limit ${most}`;
}

interface TargetPage {
  readonly after: string;
  readonly most: number;
}

/** Makes the statement that lists targets, which is a transaction of its own (`Db.atOnce`). */
type ListTargets = (key: SweepKey, page: TargetPage) => RawBuilder<Target>;

export const listTargets: Readonly<Record<Unit, ListTargets>> = {
  product: listProductTargets,
  listing: listListingTargets,
  pricedListing: listPricedListingTargets,
  parent: listParentTargets,
  keyword: listKeywordTargets,
  newKeyword: listNewKeywordTargets,
  newProduct: listNewProductTargets,
};

const afterKeyword = ({ productId, sku }: Target): string => `${sku}\t${productId}`;

/** The position after a target, from which the pass continues. It is unique among the targets of a unit. */
export const afterOf: Readonly<Record<Unit, (target: Target) => string>> = {
  product: ({ asin }) => asin,
  listing: ({ sku }) => sku,
  pricedListing: ({ sku }) => sku,
  parent: ({ productId }) => productId,
  keyword: afterKeyword,
  newKeyword: afterKeyword,
  newProduct: ({ asin }) => asin,
};
