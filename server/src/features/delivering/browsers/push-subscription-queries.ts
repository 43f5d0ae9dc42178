import { sql } from 'kysely';
import type { Tx } from '../../../lib/db/db.ts';

interface Owner {
  readonly tenantId: string;
  readonly emailAddressId: string;
  readonly sessionHash: string;
}

interface NewSubscription extends Owner {
  readonly endpointHash: string;
  readonly sealed: string;
  readonly createdAt: Date;
}

/** A browser that subscribes again keeps one subscription, which belongs to the person logged in there now. */
export async function saveSubscription(tx: Tx, subscription: NewSubscription): Promise<void> {
  await sql`
    insert into push_subscriptions (
      tenant_id, session_hash, email_address_id, endpoint_hash, sealed, created_at
    )
    values (
      ${subscription.tenantId}, ${subscription.sessionHash}, ${subscription.emailAddressId},
      ${subscription.endpointHash}, ${subscription.sealed}, ${subscription.createdAt}
    )
    on conflict (tenant_id, endpoint_hash) do update
       set session_hash = excluded.session_hash,
           email_address_id = excluded.email_address_id,
           sealed = excluded.sealed,
           created_at = excluded.created_at`.execute(tx);
}

/** Deletes a person's oldest browsers above the limit. */
export async function keepNewest(tx: Tx, { tenantId, emailAddressId }: Owner, most: number): Promise<void> {
  await sql`
    delete from push_subscriptions
     where tenant_id = ${tenantId}
       and push_subscription_id in (
             select s.push_subscription_id
               from push_subscriptions s
              where s.tenant_id = ${tenantId}
                and s.email_address_id = ${emailAddressId}
              order by s.created_at desc, s.push_subscription_id desc
             offset ${most}
           )`.execute(tx);
}

export async function deleteSubscription(tx: Tx, { tenantId, emailAddressId }: Owner, hash: string): Promise<void> {
  await sql`
    delete from push_subscriptions
     where tenant_id = ${tenantId}
       and email_address_id = ${emailAddressId}
       and endpoint_hash = ${hash}`.execute(tx);
}

/** Deletes a browser. Messages that wait for it are dropped when they are due. */
export async function forgetBrowser(tx: Tx, tenantId: string, pushSubscriptionId: string): Promise<void> {
  await sql`
    delete from push_subscriptions
     where tenant_id = ${tenantId}
       and push_subscription_id = ${pushSubscriptionId}`.execute(tx);
}
