import { sql } from 'kysely';
import type { NotificationType } from '../../../external/marketplace/operations/notifications.ts';
import type { Executor, Tx } from '../../../lib/db/db.ts';

export interface Subscriber {
  readonly tenantId: string;
  readonly sellerAccountId: string;
}

interface Subscription extends Subscriber {
  readonly type: NotificationType;
  readonly subscriptionId: string;
  readonly now: Date;
}

/** Stores a new subscription, for which no event has proven push alive yet. True if it replaces one that was lost. */
export async function saveSubscription(tx: Tx, subscription: Subscription): Promise<boolean> {
  await sql`
    delete from subscription_refusals
     where tenant_id = ${subscription.tenantId}
       and seller_account_id = ${subscription.sellerAccountId}
       and notification_type = ${subscription.type}`.execute(tx);
  const { rows } = await sql<{ isReplaced: boolean }>`
    insert into subscriptions as s (tenant_id, seller_account_id, notification_type, subscription_id, created_at)
    values (
      ${subscription.tenantId}, ${subscription.sellerAccountId}, ${subscription.type}, ${subscription.subscriptionId},
      ${subscription.now}
    )
        on conflict (tenant_id, seller_account_id, notification_type) do update
       set subscription_id = excluded.subscription_id,
           created_at = excluded.created_at,
           last_event_at = null
     where s.subscription_id <> excluded.subscription_id
    returning s.xmax <> 0 as "isReplaced"`.execute(tx);
  return rows[0]?.isReplaced ?? false;
}

interface Refusal extends Subscriber {
  readonly type: NotificationType;
  readonly reason: string;
  readonly now: Date;
}

/** Notes that the marketplace does not announce this type to this seller. Sweeps find its changes instead. */
export async function saveRefusal(tx: Tx, refusal: Refusal): Promise<void> {
  const { tenantId, sellerAccountId, type, reason, now } = refusal;
  await sql`
    insert into subscription_refusals as r (tenant_id, seller_account_id, notification_type, reason, refused_at)
    values (${tenantId}, ${sellerAccountId}, ${type}, ${reason}, ${now})
        on conflict (tenant_id, seller_account_id, notification_type) do update
       set reason = excluded.reason,
           refused_at = excluded.refused_at`.execute(tx);
  await sql`
    delete from subscriptions
     where tenant_id = ${tenantId}
       and seller_account_id = ${sellerAccountId}
       and notification_type = ${type}`.execute(tx);
}

export interface SellerOfMessage {
  readonly sellingPartnerId: string;
  /** The region; `null` means any region. */
  readonly region: string | null;
}

/** Lists every tenant that has connected the selling partner. A notification is news for all that are watched. */
export async function findSubscribers(
  db: Executor,
  { sellingPartnerId, region }: SellerOfMessage,
): Promise<readonly Subscriber[]> {
  const { rows } = await sql<Subscriber>`
    /* prepared */
    select s.tenant_id as "tenantId", s.seller_account_id as "sellerAccountId"
      from selling_partners s
     where s.selling_partner_id = ${sellingPartnerId}
       and (${region}::text is null or s.region = ${region})
     order by s.tenant_id, s.region`.execute(db);
  return rows;
}

/** Messages without a seller id carry the subscription id, which is unique per seller across our tenants. */
export async function findSellerOfSubscription(db: Executor, subscriptionId: string): Promise<SellerOfMessage | null> {
  const { rows } = await sql<SellerOfMessage>`
    /* prepared */
    select a.selling_partner_id as "sellingPartnerId", a.region
      from subscriptions s
      join seller_accounts a
        on a.tenant_id = s.tenant_id
       and a.seller_account_id = s.seller_account_id
     where s.subscription_id = ${subscriptionId}
     limit 1`.execute(db);
  return rows[0] ?? null;
}
