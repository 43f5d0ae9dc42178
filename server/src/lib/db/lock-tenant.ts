import { sql } from 'kysely';
import type { Tx } from './executor.ts';

/**
 * Locks the tenant until the transaction ends. Changes that depend on what an earlier change has left, such as a count,
 * run one after the other by it. Judging locks the tenant too, when it raises the version of the world.
 */
export async function lockTenant(tx: Tx, tenantId: string): Promise<void> {
  await sql`
    select 1
      from tenants t
     where t.tenant_id = ${tenantId}
       for no key update`.execute(tx);
}
