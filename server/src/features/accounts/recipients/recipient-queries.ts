import { sql } from 'kysely';
import type { ChannelKind } from '@app/shared/contract/channels.ts';
import { alertEvents, type AlertEvent } from '@app/shared/contract/public-api/hooks.ts';
import type { AlertSettings } from '@app/shared/watchdogs/model/alert-settings.ts';
import type { Recipient } from '@app/shared/watchdogs/model/recipients.ts';

export interface AddressedRecipient extends Recipient {
  readonly emailAddressId: string;
}

/** The columns of an address (`e`) that decide which alerts it may receive. */
export const recipientColumns = sql`
           e.alert_settings as "alertSettings",
           e.hidden_seller_account_ids::text[] as "hiddenSellerAccountIds",
           e.unsubscribed_seller_account_ids::text[] as "unsubscribedSellerAccountIds",
           e.is_primary as "isPrimary",
           e.verified_at is not null as "isVerified",
           e.is_user as "isUser",
           e.stopped_at is not null as "isStopped"`;

/** A channel, such as a webhook, that may receive alerts of every seller account of its tenant. */
export interface AlertChannel {
  readonly channelId: string;
  readonly kind: ChannelKind;
  readonly alertSettings: AlertSettings;
  readonly unsubscribedSellerAccountIds: readonly string[];
  /** The event of a hook, which is called for every kind of watchdog; `null` for a channel that people have set up. */
  readonly hookEvent: AlertEvent | null;
}

export interface Audience {
  readonly recipients: readonly AddressedRecipient[];
  readonly channels: readonly AlertChannel[];
}

/** The columns `recipients` and `channels` of a statement: one JSON list each, since flips are addressed in memory. */
export const audienceOf = (tenantId: string) => sql`
           (
             select coalesce(json_agg(r order by r."emailAddressId"::bigint), '[]')
               from (
                 select e.email_address_id::text as "emailAddressId", ${recipientColumns}
                   from email_addresses e
                  where e.tenant_id = ${tenantId}
               ) r
           ) as recipients,
           (
             select coalesce(json_agg(r), '[]')
               from (
                 select c.channel_id::text as "channelId",
                        c.kind,
                        c.alert_settings as "alertSettings",
                        c.unsubscribed_seller_account_ids::text[] as "unsubscribedSellerAccountIds",
                        c.hook_event as "hookEvent"
                   from channels c
                  where c.tenant_id = ${tenantId}
                    and c.is_on
                    and c.stopped_at is null
                    and (c.hook_event is null or c.hook_event = any (${alertEvents}::text[]))
               ) r
           ) as channels`;
