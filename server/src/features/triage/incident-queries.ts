import { sql } from 'kysely';
import type { Tx } from '../../lib/db/db.ts';

/** Returns the seller account of an incident; `null` if there is no such incident. */
export async function findIncidentAccount(tx: Tx, tenantId: string, incidentId: string): Promise<string | null> {
  const { rows } = await sql<{ sellerAccountId: string }>`
    select n.seller_account_id as "sellerAccountId"
      from incidents n
     where n.tenant_id = ${tenantId}
       and n.incident_id = ${incidentId}::bigint`.execute(tx);
  return rows[0]?.sellerAccountId ?? null;
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
