import { sql } from 'kysely';
import type { Tx } from '../../../lib/db/db.ts';

/** Returns the owner's address, unless sending to it was stopped. */
export async function findOwnersAddress(
  tx: Tx,
  tenantId: string,
): Promise<{ readonly emailAddressId: string; readonly email: string } | null> {
  const { rows } = await sql<{ emailAddressId: string; email: string }>`
    select e.email_address_id as "emailAddressId", e.email
      from email_addresses e
     where e.tenant_id = ${tenantId}
       and e.is_primary
       and e.stopped_at is null`.execute(tx);
  return rows[0] ?? null;
}
