import { sql } from 'kysely';
import type { Executor } from '../src/lib/db/db.ts';

/** Turns the service of a tenant on or off, as its subscription does. @param db sees all tenants */
export async function setService(db: Executor, tenantId: string, isServed: boolean): Promise<void> {
  await sql`
    update tenants
       set is_served = ${isServed}
     where tenant_id = ${tenantId}`.execute(db);
}
