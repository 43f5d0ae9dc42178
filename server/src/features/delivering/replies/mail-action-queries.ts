import { sql } from 'kysely';
import type { MailScope } from '@app/shared/contract/mail-links.ts';
import type { AlertSettings } from '@app/shared/watchdogs/model/alert-settings.ts';
import { json, type Tx } from '../../../lib/db/db.ts';

export interface LinkedAddress {
  readonly email: string;
  readonly isPrimary: boolean;
  readonly alertSettings: AlertSettings;
  /** Ids of seller accounts that the address may not see or that are being deleted. */
  readonly hiddenSellerAccountIds: readonly string[];
  readonly digest: boolean;
  readonly newsletter: boolean;
}

interface Key {
  readonly tenantId: string;
  readonly emailAddressId: string;
}

/** Locks and returns the address to which a link was sent; `null` if it was removed. */
export async function lockLinkedAddress(tx: Tx, { tenantId, emailAddressId }: Key): Promise<LinkedAddress | null> {
  const { rows } = await sql<LinkedAddress>`
    select e.email,
           e.is_primary as "isPrimary",
           e.alert_settings as "alertSettings",
           e.hidden_seller_account_ids::text[] || array(
             select s.seller_account_id::text
               from seller_accounts s
              where s.tenant_id = ${tenantId}
                and s.deleted_at is not null
           ) as "hiddenSellerAccountIds",
           e.subscribed_to_daily_digest as digest,
           e.subscribed_to_newsletter as newsletter
      from email_addresses e
     where e.tenant_id = ${tenantId}
       and e.email_address_id = ${emailAddressId}::bigint
       for no key update of e`.execute(tx);
  return rows[0] ?? null;
}

export async function saveAlertSettings(
  tx: Tx,
  { tenantId, emailAddressId, alertSettings }: Key & { readonly alertSettings: AlertSettings },
): Promise<void> {
  await sql`
    update email_addresses
       set alert_settings = ${json(alertSettings)}::jsonb
     where tenant_id = ${tenantId}
       and email_address_id = ${emailAddressId}::bigint`.execute(tx);
}

const columnOf = { digest: 'subscribed_to_daily_digest', newsletter: 'subscribed_to_newsletter' } as const;

export async function endSubscription(
  tx: Tx,
  { tenantId, emailAddressId, scope }: Key & { readonly scope: Exclude<MailScope, 'alerts'> },
): Promise<void> {
  await sql`
    update email_addresses
       set ${sql.ref(columnOf[scope])} = false
     where tenant_id = ${tenantId}
       and email_address_id = ${emailAddressId}::bigint`.execute(tx);
}

interface NamedProduct {
  readonly productName: string;
  readonly marketplace: string;
}

/**
 * Returns the product name for the page of a link; `null` if the address may not see the product. The name of a keyword
 * contains its phrase, because a product has several keywords.
 */
export async function findNamedProduct(
  tx: Tx,
  find: { tenantId: string; productId: string; itemId: string; hiddenSellerAccountIds: readonly string[] },
): Promise<NamedProduct | null> {
  const { rows } = await sql<NamedProduct>`
    select concat_ws(', ', coalesce(p.short_name, p.name), i.settings ->> 'keyword') as "productName", p.marketplace
      from products p
      left join items i
        on i.tenant_id = ${find.tenantId}
       and i.item_id = ${find.itemId}
     where p.tenant_id = ${find.tenantId}
       and p.product_id = ${find.productId}::bigint
       and p.is_tracked
       and p.seller_account_id <> all (${find.hiddenSellerAccountIds}::bigint[])`.execute(tx);
  return rows[0] ?? null;
}

/**
 * Returns what tells a product apart from others with its name and marketplace, in words for the audit trail; empty if
 * the product does not exist.
 */
export async function findProductDetails(
  tx: Tx,
  { tenantId, productId }: { readonly tenantId: string; readonly productId: string },
): Promise<Readonly<Record<string, string>>> {
  const { rows } = await sql<Readonly<Record<string, string>>>`
    select p.asin as "ASIN", coalesce(s.nick_name, s.name) as "seller account"
      from products p
      join seller_accounts s
        on s.tenant_id = p.tenant_id
       and s.seller_account_id = p.seller_account_id
     where p.tenant_id = ${tenantId}
       and p.product_id = ${productId}::bigint`.execute(tx);
  return rows[0] ?? {};
}

/** Returns the end of an item's mute, which may be over; `null` if it has none. */
export async function findMuteEnd(
  tx: Tx,
  { tenantId, itemId }: { readonly tenantId: string; readonly itemId: string },
): Promise<Date | null> {
  const { rows } = await sql<{ mutedUntil: Date | null }>`
    select i.muted_until as "mutedUntil"
      from items i
     where i.tenant_id = ${tenantId}
       and i.item_id = ${itemId}`.execute(tx);
  return rows[0]?.mutedUntil ?? null;
}

interface LinkUse {
  readonly tenantId: string;
  readonly email: string;
  readonly action: string;
  readonly subject: string;
  /**
   * Details by which the entry of this link's action in the audit trail differs from those of other links with the same
   * purpose.
   */
  readonly details: Readonly<Record<string, unknown>>;
  /** Further such details, which entries of former releases do not have. */
  readonly ofProduct: Readonly<Record<string, unknown>>;
  /** Details of entries that other links have left; absent if `details` are enough. */
  readonly except?: Readonly<Record<string, unknown>>;
  /** When the link was made. */
  readonly since: Date;
}

/** Returns when the action of a link was last recorded; `null` if it was not. */
export async function findLinkUse(tx: Tx, use: LinkUse): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`
    select max(a.at) as at
      from audit_events a
     where a.tenant_id = ${use.tenantId}
       and a.at >= ${use.since}
       and a.actor = ${use.email}
       and a.action = ${use.action}
       and a.subject = ${use.subject}
       and a.details @> ${json({ ...use.details, by: 'a link of a mail' })}::jsonb
       and (
             a.details @> ${json(use.ofProduct)}::jsonb
          or not a.details ?| ${Object.keys(use.ofProduct)}::text[]
           )
       and (${use.except === undefined} or not a.details @> ${json(use.except ?? {})}::jsonb)`.execute(tx);
  return rows[0]?.at ?? null;
}
