import { sql } from 'kysely';
import type { ChannelKind } from '@app/shared/contract/channels.ts';
import type { AlertSettings } from '@app/shared/watchdogs/model/alert-settings.ts';
import type { Recipient } from '@app/shared/watchdogs/model/recipients.ts';
import type { Tx } from '../../lib/db/db.ts';

export interface AddressedRecipient extends Recipient {
  readonly emailAddressId: string;
}

/** The columns of an address (`e`) that decide which alerts it receives. */
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
    /* prepared */
    select e.email_address_id as "emailAddressId", ${recipientColumns}
      from email_addresses e
     where e.tenant_id = ${tenantId}
     order by e.email_address_id`.execute(tx);
  return rows;
}

/** A channel of the account. It has access to all seller accounts except the unsubscribed ones. */
export interface TellingChannel {
  readonly channelId: string;
  readonly kind: ChannelKind;
  readonly alertSettings: AlertSettings;
  readonly unsubscribedSellerAccountIds: readonly string[];
}

export async function listTellingChannels(tx: Tx, tenantId: string): Promise<readonly TellingChannel[]> {
  const { rows } = await sql<TellingChannel>`
    /* prepared */
    select c.channel_id as "channelId",
           c.kind,
           c.alert_settings as "alertSettings",
           c.unsubscribed_seller_account_ids::text[] as "unsubscribedSellerAccountIds"
      from channels c
     where c.tenant_id = ${tenantId}
       and c.is_on
       and c.stopped_at is null`.execute(tx);
  return rows;
}
