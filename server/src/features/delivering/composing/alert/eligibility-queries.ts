import { sql } from 'kysely';
import type { Colour } from '@app/shared/base/severity.ts';
import type { Recipient } from '@app/shared/watchdogs/model/recipients.ts';
import { recipientColumns } from '../../../accounts/recipients/recipient-queries.ts';
import type { TenantFeatures } from '../../../judging/settings/tenant-features.ts';
import { causeText } from '../../../judging/weigh/incident-queries.ts';

/** The fields that decide whether a delivery may still be sent. */
export interface DeliveryEligibility extends Recipient, TenantFeatures {
  readonly type: string;
  readonly colour: Colour;
  readonly sellerAccountId: string;
  readonly isMuted: boolean;
  /** Whether the seller account is being deleted, or people have ended the watch. */
  readonly isGone: boolean;
  /** The incident of which the item is a member now; `null` without one. */
  readonly memberOf: string | null;
}

/**
 * Whether an item (`i`) is muted at this time. A mute that has run out is no mute any more, even if no worker has
 * cleared it yet.
 */
export const isMutedNow = (now: Date) => sql`coalesce(i.muted_until > ${now}::timestamptz, false)`;

/**
 * Whether people have ended the watch: they ignore the product (`p`), or have removed the item (`i`). A product whose
 * watch has ended by itself, for example with its offer, is still told, because that may be what the alert is about.
 */
export const isWatchEnded = sql`(
             not p.is_tracked and coalesce(p.tracking_choice in ('ignored', 'untilNextOrder'), false)
          or i.removed_at is not null
           )`;

/** The fields of `DeliveryEligibility` as columns of `eligibilityTables`. */
export const eligibilityColumns = (now: Date) => sql`${recipientColumns},
           t.suppressed_types as "suppressedTypes",
           t.group_statuses as "groupStatuses",
           p.seller_account_id as "sellerAccountId",
           s.deleted_at is not null or ${isWatchEnded} as "isGone",
           ${isMutedNow(now)} as "isMuted",
           i.incident_id as "memberOf"`;

/** The joins from a delivery (`d`) to its flip (`f`), and to the rows of its product. */
export const flipOfDelivery = (tenantId: string) => sql`
      join flips f
        on f.tenant_id = d.tenant_id
       and f.at = d.flip_at
       and f.flip_id = d.flip_id
      join products p
        on p.tenant_id = d.tenant_id
       and p.product_id = f.product_id
      join seller_accounts s
        on s.tenant_id = p.tenant_id
       and s.seller_account_id = p.seller_account_id
      left join items i
        on i.tenant_id = ${tenantId}
       and i.item_id = f.item_id
      left join incidents n
        on n.tenant_id = ${tenantId}
       and n.incident_id = f.incident_id`;

/** The tables of `eligibilityColumns`: a delivery (`d`), its tenant (`t`), its address (`e`) and its flip. */
export const eligibilityTables = (tenantId: string) => sql`deliveries d
      join tenants t
        on t.tenant_id = d.tenant_id
      join email_addresses e
        on e.tenant_id = d.tenant_id
       and e.email_address_id = d.email_address_id
      ${flipOfDelivery(tenantId)}`;

/** The incident (`n`) of a flip, if its members were told together. */
const incidentColumn = (tenantId: string) => sql`
           case
             when n.told_at is not null
             then json_build_object(
                    'incidentId', n.incident_id::text,
                    'cause', ${causeText(tenantId)},
                    'isConfirmed', n.confirmed_at is not null
                  )
           end as incident`;

/** What every message says of a flip, its product and its seller account, as columns of `flipOfDelivery`. */
export const newsColumns = (tenantId: string) => sql`
           f.flip_id as "flipId",
           f.at,
           f.type,
           f.colour,
           f.message,
           f.product_id as "productId",
           coalesce(p.short_name, p.name) as "productName",
           p.marketplace,
           coalesce(s.nick_name, s.name) as "sellerAccountName",
           ${incidentColumn(tenantId)}`;
