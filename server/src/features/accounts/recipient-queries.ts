import { sql } from 'kysely';
import type { Recipient } from '@app/shared/watchdogs/recipients.ts';
import type { Tx } from '../../lib/db/db.ts';

export interface AddressedRecipient extends Recipient {
  readonly emailAddressId: string;
}

/** What of an address (`e`) decides of what it is told. */
export const recipientColumns = sql`
           e.alert_settings as "alertSettings",
           e.hidden_seller_account_ids::text[] as "hiddenSellerAccountIds",
           e.unsubscribed_seller_account_ids::text[] as "unsubscribedSellerAccountIds",
           e.is_primary as "isPrimary",
           e.verified_at is not null as "isVerified",
           e.is_user as "isUser",
           e.stopped_at is not null as "isStopped"`;

export async function listRecipients(tx: Tx, tenantId: string): Promise<readonly AddressedRecipient[]> {
  const { rows } = await sql<AddressedRecipient>`
    select e.email_address_id as "emailAddressId", ${recipientColumns}
      from email_addresses e
     where e.tenant_id = ${tenantId}
     order by e.email_address_id`.execute(tx);
  return rows;
}
