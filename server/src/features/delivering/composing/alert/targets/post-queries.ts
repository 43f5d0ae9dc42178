import { sql } from 'kysely';
import type { AlertSettings } from '@app/shared/watchdogs/model/alert-settings.ts';
import type { Tx } from '../../../../../lib/db/db.ts';
import type { TenantFeatures } from '../../../../judging/settings/tenant-features.ts';
import type { MessageKey } from '../../../outbox/message.ts';
import { isHookAlive } from '../../living-hook-queries.ts';
import { flipOfDelivery, newsColumns, isMutedNow, isWatchEnded } from '../eligibility-queries.ts';
import type { ChannelNews } from '../../../transports/channel-news.ts';

/** One flip for a channel, with the fields that decide whether it may still be sent. */
export interface PostLine extends ChannelNews, TenantFeatures {
  readonly flipId: string;
  readonly alertSettings: AlertSettings;
  readonly unsubscribedSellerAccountIds: readonly string[];
  readonly isMuted: boolean;
  readonly memberOf: string | null;
  /** Whether the seller account is being deleted. */
  readonly isGone: boolean;
  readonly isHook: boolean;
  /** False for a hook that has not subscribed to this alert, or whose person may not see it any more. */
  readonly isSubscribed: boolean;
}

/** Returns the waiting members of one message, in the order of flips. */
export async function readPost(tx: Tx, { tenantId, messageId }: MessageKey, now: Date): Promise<PostLine[]> {
  const { rows } = await sql<PostLine>`
    /* prepared */
    select f.from_text as "from",
           f.to_text as "to",
           f.evidence,
           i.settings ->> 'keyword' as keyword,
           p.asin,
           s.seller_account_id as "sellerAccountId",
           ${newsColumns(tenantId)},
           -- A program keeps a copy of the issues, so that its hooks get each event.
           s.deleted_at is not null or c.hook_event is null and ${isWatchEnded} as "isGone",
           ${isMutedNow(now)} as "isMuted",
           i.incident_id as "memberOf",
           c.alert_settings as "alertSettings",
           c.unsubscribed_seller_account_ids::text[] as "unsubscribedSellerAccountIds",
           t.suppressed_types as "suppressedTypes",
           t.group_statuses as "groupStatuses",
           c.hook_event is not null as "isHook",
           c.hook_event is null
             or e.is_user
            and not (t.requires_two_factor and e.two_factor_since is null)
            and p.seller_account_id <> all (e.hidden_seller_account_ids)
            and (c.hook_seller_account_ids is null or p.seller_account_id = any (c.hook_seller_account_ids))
            and (c.hook_types is null or f.type = any (c.hook_types))
            and ${isHookAlive(tenantId, now)}
            and (c.hook_event = 'alertHealed') = (f.colour = 'GREEN') as "isSubscribed"
      from deliveries d
      join tenants t
        on t.tenant_id = d.tenant_id
      join channels c
        on c.tenant_id = d.tenant_id
       and c.channel_id = d.target_id
      left join email_addresses e
        on e.tenant_id = ${tenantId}
       and e.email_address_id = c.email_address_id
      ${flipOfDelivery(tenantId)}
     where d.tenant_id = ${tenantId}
       and d.message_id = ${messageId}
       and d.state = 'pending'
     order by f.at, f.flip_id`.execute(tx);
  return rows;
}
