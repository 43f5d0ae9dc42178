import { sql } from 'kysely';
import type { Tx } from './db.ts';

/** Channel on which API processes hear that a tenant's world has moved: `tenantId:version`. */
export const worldChannel = 'world';
/** Channel on which they hear that nothing is left of a seller account: `tenantId:sellerAccountId`. */
export const deletedSellerChannel = 'deleted_seller';

/**
 * Raises the tenant's world version and announces it at commit. Once per transaction: the row lock makes versions
 * commit in order, where a sequence would let a reader miss rows, and NOTIFY takes a global lock at commit.
 */
export async function nextWorldVersion(tx: Tx, tenantId: string): Promise<string> {
  const { rows } = await sql<{ version: string }>`
    /* prepared */
    with raised as (
      update tenants
         set world_version = world_version + 1
       where tenant_id = ${tenantId}
      returning world_version
    )
    select r.world_version as version,
           pg_notify(${worldChannel}, ${tenantId} || ':' || r.world_version)
      from raised r`.execute(tx);
  const version = rows[0]?.version;
  if (version === undefined) throw new Error(`There is no tenant ${tenantId}`);
  return version;
}
