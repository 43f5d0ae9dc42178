import { sql } from 'kysely';
import type { Tx } from '../../lib/db/db.ts';
import type { AccountKey } from './queries.ts';

interface Decision extends AccountKey {
  readonly soldSince: Date;
  /** The source that observes suspensions of listings. */
  readonly listingSource: string;
  /** A product that is inactive since before this time stops being tracked even if its listings could not be observed. */
  readonly awaitedSince: Date;
}

interface TrackingChange extends Decision {
  readonly now: Date;
  readonly version: string;
}

/**
 * Decides which products are tracked: those with a recent sale and an active offer. An offer that the marketplace has
 * taken down counts as active, since its alert would be silenced otherwise. The report says only that the offer is
 * inactive; the product stops being tracked after its listings were observed later than the report and were not found
 * on offer. A budget that is reached keeps new products from being tracked, never those that are.
 */
const decided = (tracking: Decision) => sql`
      select p.product_id,
             coalesce(p.last_sale_at >= ${tracking.soldSince}, false)
               and (p.is_tracked or not (select t.is_capped
                                           from tenants t
                                          where t.tenant_id = ${tracking.tenantId}))
               and (p.is_active or (p.is_tracked and exists (
                     select 1
                       from listings l
                       left join observations o
                         on o.tenant_id = l.tenant_id
                        and o.product_id = l.product_id
                        and o.sku = l.sku
                        and o.aspect = 'listing'
                       left join sweeps s
                         on s.tenant_id = l.tenant_id
                        and s.seller_account_id = l.seller_account_id
                        and s.marketplace = l.marketplace
                        and s.source = ${tracking.listingSource}
                      where l.tenant_id = p.tenant_id
                        and l.product_id = p.product_id
                        and (o.facts -> 'status' = '[]'
                             or o.facts @? '$.issues[*].enforcements[*]'
                             or (p.inactive_since > ${tracking.awaitedSince}
                                 and (o.facts -> 'status' ? 'BUYABLE'
                                      or (s.confirmed_at > p.inactive_since) is not true)))
                   ))) as is_tracked
        from products p
       where p.tenant_id = ${tracking.tenantId}
         and p.seller_account_id = ${tracking.sellerAccountId}`;

/** Locks the items of products that will be tracked again, before the tenant's version is raised, as muting does. */
export async function lockItemsOfTracked(tx: Tx, decision: Decision): Promise<void> {
  await sql`
    select 1
      from (${decided(decision)}) d
      join products p
        on p.tenant_id = ${decision.tenantId}
       and p.product_id = d.product_id
       and d.is_tracked
       and not p.is_tracked
      join items i
        on i.tenant_id = p.tenant_id
       and i.product_id = p.product_id
     order by i.item_id
       for update of i`.execute(tx);
}

/** Returns the newly tracked products. */
export async function updateTracking(tx: Tx, tracking: TrackingChange): Promise<readonly string[]> {
  const { rows } = await sql<{ productId: string }>`
    with decided as (${decided(tracking)}
    ),
    changed as (
      update products p
         set is_tracked = d.is_tracked,
             version = ${tracking.version}::bigint
        from decided d
       where p.tenant_id = ${tracking.tenantId}
         and p.product_id = d.product_id
         and p.is_tracked <> d.is_tracked
      returning p.product_id, p.is_tracked
    ),
    opened as (
      insert into tracking_periods (tenant_id, product_id, tracked_from)
      select ${tracking.tenantId}, c.product_id, ${tracking.now}
        from changed c
       where c.is_tracked
    ),
    closed as (
      update tracking_periods t
         set tracked_to = ${tracking.now}
        from changed c
       where t.tenant_id = ${tracking.tenantId}
         and t.product_id = c.product_id
         and t.tracked_to is null
         and not c.is_tracked
    )
    select c.product_id as "productId"
      from changed c
     where c.is_tracked
     order by c.product_id`.execute(tx);
  return rows.map((row) => row.productId);
}
