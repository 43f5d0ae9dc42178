import { sql } from 'kysely';
import type { Tx } from '../../../../lib/db/db.ts';

interface Address {
  readonly tenantId: string;
  readonly emailAddressId: string;
}

export async function isStillAddressOf(
  tx: Tx,
  { tenantId, emailAddressId, email }: Address & { readonly email: string },
): Promise<boolean> {
  const { rows } = await sql`
    select 1
      from email_addresses e
     where e.tenant_id = ${tenantId}
       and e.email_address_id = ${emailAddressId}
       and e.email = ${email}`.execute(tx);
  return rows.length > 0;
}

interface MailableAddress {
  readonly email: string;
  readonly isVerified: boolean;
  readonly isStopped: boolean;
}

export async function findMailable(tx: Tx, { tenantId, emailAddressId }: Address): Promise<MailableAddress | null> {
  const { rows } = await sql<MailableAddress>`
    select e.email, e.verified_at is not null as "isVerified", e.stopped_at is not null as "isStopped"
      from email_addresses e
     where e.tenant_id = ${tenantId}
       and e.email_address_id = ${emailAddressId}`.execute(tx);
  return rows[0] ?? null;
}
