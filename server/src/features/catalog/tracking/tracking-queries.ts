import { sql, type RawBuilder } from 'kysely';
import type { Tx } from '../../../lib/db/db.ts';
import { isOnCluster } from '../../../lib/db/tenant-transaction.ts';

/** The products whose tracking is decided: those of these seller accounts, or some of them. */
export interface TrackingScope {
  readonly tenantId: string;
  readonly sellerAccountIds: readonly string[];
  /** The products whose tracking is decided; `null` for all products of the accounts. */
  readonly productIds: readonly string[] | null;
}

interface TrackingDecision extends TrackingScope {
  readonly soldSince: Date;
  /** The source that observes suspensions of listings. */
  readonly listingSource: string;
  /**
   * A product that is inactive since before this time stops being tracked even if its listings could not be observed
   * since.
   */
  readonly awaitedSince: Date;
}

interface TrackingChange extends TrackingDecision {
  readonly now: Date;
  readonly version: string;
}

const within = ({ tenantId, sellerAccountIds, productIds }: TrackingScope) => sql`
       p.tenant_id = ${tenantId}
   and p.seller_account_id = any (${sellerAccountIds}::bigint[])
   and ${productIds === null ? sql`true` : sql`p.product_id = any (${productIds}::bigint[])`}`;

/** Locks the products before the tenant's version is raised, in the order in which judging takes its locks. */
export async function lockProducts(tx: Tx, scope: TrackingScope): Promise<void> {
  await sql`
    select 1
      from products p
     where ${within(scope)}
     order by p.product_id
       for no key update`.execute(tx);
}

/** True if the product was ever tracked; otherwise it is new. */
export const wasTracked = (tenantId: string) => sql`
  exists (
    select 1
      from tracking_periods e
     where e.tenant_id = ${tenantId}
       and e.product_id = p.product_id
  )`;

/**
 * Decides which products are tracked. A product needs an active offer, and either users have chosen it or, if they have
 * chosen nothing, it had a recent sale. A new product is left out if new ones are not tracked automatically. An offer
 * that the marketplace has taken down counts as active, since its alert would be silenced otherwise. The report says
 * only that the offer is inactive; the product stops being tracked after its listings were observed later than the
 * report and were not found on offer. In a marketplace that the account has left nothing is observed any more, so an
 * inactive product, even a suspended one, stops being tracked immediately. A budget that is reached keeps new products
 * from being tracked, but never ends the tracking of others.
 */
const selectDecisions = (tracking: TrackingDecision) => sql`
      select p.product_id,
             -- This is no short form (case x when), because Citus repeats that form wrongly.
             case
               when p.tracking_choice = 'tracked' then true
               when p.tracking_choice = 'ignored' then false
               when p.tracking_choice = 'untilNextOrder' then coalesce(p.last_sale_at > p.tracking_chosen_at, false)
               else coalesce(p.last_sale_at >= ${tracking.soldSince}, false)
                    and (p.is_tracked or t.tracks_new_products or ${wasTracked(tracking.tenantId)})
               end
               and (p.is_tracked or not t.is_capped)
               and (p.is_active or (p.is_tracked and exists (
                     select 1
                       from seller_marketplaces m
                      where m.tenant_id = ${tracking.tenantId}
                        and m.seller_account_id = p.seller_account_id
                        and m.marketplace = p.marketplace
                   ) and exists (
                     select 1
                       from listings l
                       left join observations o
                         on o.tenant_id = ${tracking.tenantId}
                        and o.product_id = l.product_id
                        and o.sku = l.sku
                        and o.aspect = 'listing'
                       left join sweeps s
                         on s.tenant_id = ${tracking.tenantId}
                        and s.seller_account_id = l.seller_account_id
                        and s.marketplace = l.marketplace
                        and s.source = ${tracking.listingSource}
                      where l.tenant_id = ${tracking.tenantId}
                        and l.product_id = p.product_id
                        and (o.facts -> 'status' = '[]'
                             or o.facts @? '$.issues[*].enforcements[*]'
                             or (p.inactive_since > ${tracking.awaitedSince}
                                 and (o.facts -> 'status' ? 'BUYABLE'
                                      or (s.confirmed_at > p.inactive_since) is not true)))
                   ))) as is_tracked
        from products p
        join tenants t
          on t.tenant_id = ${tracking.tenantId}
        -- Accounts are read again, because one may have been deleted while the caller waited for the locks of its
        -- products.
        join seller_accounts a
          on a.tenant_id = ${tracking.tenantId}
         and a.seller_account_id = p.seller_account_id
         and a.deleted_at is null
       where ${within(tracking)}`;

/** Locks the items of products that will be tracked again, before the tenant's version is raised, as muting does. */
export async function lockItemsOfTracked(tx: Tx, decision: TrackingDecision): Promise<void> {
  await sql`
    select 1
      from (${selectDecisions(decision)}) d
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

export interface NewlyTracked {
  readonly productId: string;
  readonly sellerAccountId: string;
}

/**
 * Starts or stops tracking products as decided, and returns the newly tracked ones. A product that was ignored until
 * its next order and was sold has no choice from then on, like every product without one.
 */
export async function updateTracking(tx: Tx, tracking: TrackingChange): Promise<readonly NewlyTracked[]> {
  const isApart = isOnCluster(tx);
  const opened = sql`
    opened as (${openPeriods(tracking, sql`select c.product_id from changed c where c.is_tracked`)}
    ),`;
  const { rows } = await sql<NewlyTracked>`
    with decided as (${selectDecisions(tracking)}
    ),
    changed as (
      update products p
         set is_tracked = d.is_tracked,
             tracking_choice = case when d.is_tracked then nullif(p.tracking_choice, 'untilNextOrder') else p.tracking_choice end,
             version = ${tracking.version}::bigint
        from decided d
       where p.tenant_id = ${tracking.tenantId}
         and p.product_id = d.product_id
         and p.is_tracked <> d.is_tracked
      returning p.product_id, p.seller_account_id, p.is_tracked
    ),
    ${isApart ? sql`` : opened}
    closed as (
      update tracking_periods t
         -- A period never ends before it begins: this call may have waited while another one began it, or the clock of
         -- the other process may be ahead. PostgreSQL refuses a range with such ends, so that no day of any tenant
         -- would be closed.
         set tracked_to = greatest(${tracking.now}, t.tracked_from)
        from changed c
       where t.tenant_id = ${tracking.tenantId}
         and t.product_id = c.product_id
         and t.tracked_to is null
         and not c.is_tracked
    )
    select c.product_id as "productId",
           c.seller_account_id as "sellerAccountId"
      from changed c
     where c.is_tracked
     order by c.product_id`.execute(tx);
  if (isApart && rows.length > 0) {
    const ids = rows.map(({ productId }) => productId);
    await openPeriods(tracking, sql`select p.product_id from unnest(${ids}::bigint[]) as p (product_id)`).execute(tx);
  }
  return rows;
}

/**
 * The insert of the tracking periods that begin. A cluster runs it as a statement of its own: as a part of the
 * statement that changes the products, it would first send the rows to all nodes, and fail while one of them is away.
 */
const openPeriods = ({ tenantId, now }: TrackingChange, tracked: RawBuilder<unknown>) => sql`
      insert into tracking_periods (tenant_id, product_id, tracked_from)
      select ${tenantId}::uuid, n.product_id, ${now}::timestamptz
        from (${tracked}) n
          on conflict (tenant_id, product_id, tracked_from) do update
         set tracked_to = null`;
