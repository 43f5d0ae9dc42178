import { sql } from 'kysely';
import { json, type Tx } from '../../../../lib/db/db.ts';
import type { SweepKey } from '../../sweeping/sweep-queries.ts';

interface ChargedListing {
  readonly productId: string;
  readonly marketplace: string;
  readonly sku: string;
  /** The time of the known charge, if there is one. */
  readonly lastOrderAt: string | null;
}

/** Returns the tracked listings among those with a charge. */
export async function findChargedListings(
  tx: Tx,
  key: SweepKey,
  items: readonly { readonly marketplace: string; readonly sku: string }[],
): Promise<readonly ChargedListing[]> {
  const { rows } = await sql<ChargedListing>`
    select p.product_id as "productId", l.marketplace, l.sku, o.facts ->> 'lastOrderAt' as "lastOrderAt"
      from (
        select distinct i.marketplace, i.sku
          from jsonb_to_recordset(${json(items)}::jsonb) as i (marketplace text, sku text)
      ) i
      join listings l
        on l.tenant_id = ${key.tenantId}
       and l.seller_account_id = ${key.sellerAccountId}
       and l.marketplace = i.marketplace
       and l.sku = i.sku
      join products p
        on p.tenant_id = l.tenant_id
       and p.product_id = l.product_id
       and p.is_tracked
      left join observations o
        on o.tenant_id = ${key.tenantId}
       and o.product_id = l.product_id
       and o.aspect = 'chargedFees'
       and o.sku = l.sku
     order by p.product_id, l.sku`.execute(tx);
  return rows;
}

interface TrackedListing {
  readonly productId: string;
  readonly sku: string;
}

/** Lists the tracked listings of one marketplace. */
export async function listTrackedListings(tx: Tx, key: SweepKey): Promise<readonly TrackedListing[]> {
  const { rows } = await sql<TrackedListing>`
    select p.product_id as "productId", l.sku
      from listings l
      join products p
        on p.tenant_id = l.tenant_id
       and p.product_id = l.product_id
     where l.tenant_id = ${key.tenantId}
       and l.seller_account_id = ${key.sellerAccountId}
       and l.marketplace = ${key.marketplace}
       and p.is_tracked
     order by p.product_id, l.sku`.execute(tx);
  return rows;
}
