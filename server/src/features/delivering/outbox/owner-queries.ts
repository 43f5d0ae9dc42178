import { sql } from 'kysely';
import type { Tx } from '../../../lib/db/db.ts';

interface OwnersAddress {
  readonly emailAddressId: string;
  readonly email: string;
}

/** Returns the owner's address, unless it is unconfirmed or sending to it was stopped. */
export async function findOwnersAddress(tx: Tx, tenantId: string): Promise<OwnersAddress | null> {
  const { rows } = await sql<OwnersAddress>`
    select e.email_address_id as "emailAddressId", e.email
      from email_addresses e
     where e.tenant_id = ${tenantId}
       and e.is_primary
       and e.verified_at is not null
       and e.stopped_at is null`.execute(tx);
  return rows[0] ?? null;
}

/** Returns the owner's address, also if it is unconfirmed or sending alerts to it was stopped. */
export async function findPrimaryAddress(tx: Tx, tenantId: string): Promise<OwnersAddress | null> {
  const { rows } = await sql<OwnersAddress>`
    select e.email_address_id as "emailAddressId", e.email
      from email_addresses e
     where e.tenant_id = ${tenantId}
       and e.is_primary`.execute(tx);
  return rows[0] ?? null;
}
