import { sql } from 'kysely';
import type { Actor } from '../../http/actor.ts';
import type { Tx } from '../../lib/db/db.ts';

/**
 * True if the viewer sees the incident: the incident began in an account that the viewer may see, or one of its members
 * is in such an account. An item that was split off counts as well, so that the split can be undone.
 */
export async function isIncidentVisible(
  tx: Tx,
  { tenantId, hiddenSellerAccountIds }: Pick<Actor, 'tenantId' | 'hiddenSellerAccountIds'>,
  incidentId: string,
): Promise<boolean> {
  const { rows } = await sql`
    select 1
      from incidents n
     where n.tenant_id = ${tenantId}
       and n.incident_id = ${incidentId}::bigint
       and (n.seller_account_id <> all (${hiddenSellerAccountIds}::bigint[])
         or exists (
              select 1
                from items i
                join products p
                  on p.tenant_id = ${tenantId}
                 and p.product_id = i.product_id
               where i.tenant_id = ${tenantId}
                 and (i.incident_id = n.incident_id or i.apart_from = n.incident_id)
                 and p.seller_account_id <> all (${hiddenSellerAccountIds}::bigint[])
            ))`.execute(tx);
  return rows.length > 0;
}

/** Returns the seller account of a product. */
export async function findAccountOf(tx: Tx, tenantId: string, productId: string): Promise<string | null> {
  const { rows } = await sql<{ sellerAccountId: string }>`
    select p.seller_account_id as "sellerAccountId"
      from products p
     where p.tenant_id = ${tenantId}
       and p.product_id = ${productId}::bigint`.execute(tx);
  return rows[0]?.sellerAccountId ?? null;
}

interface JoiningItems {
  readonly itemIds: readonly string[];
  readonly incidentId: string;
  readonly version: string;
}

export async function joinItems(
  tx: Tx,
  tenantId: string,
  { itemIds, incidentId, version }: JoiningItems,
): Promise<void> {
  await sql`
    update items
       set incident_id = ${incidentId}::bigint,
           apart_from = null,
           version = ${version}::bigint
     where tenant_id = ${tenantId}
       and item_id = any (${itemIds}::text[])`.execute(tx);
}

export async function splitItems(
  tx: Tx,
  tenantId: string,
  { itemIds, version }: Omit<JoiningItems, 'incidentId'>,
): Promise<void> {
  await sql`
    update items
       set apart_from = incident_id,
           incident_id = null,
           version = ${version}::bigint
     where tenant_id = ${tenantId}
       and item_id = any (${itemIds}::text[])`.execute(tx);
}
