import { sql } from 'kysely';
import type { Executor, Tx } from '../../../lib/db/db.ts';
import type { Subscriber } from './subscription-queries.ts';

/**
 * The id under which a message is noted as taken. It contains the seller account, because a tenant may have connected
 * one seller in several regions, and each of these accounts takes the message once.
 */
const takenId = ({ sellerAccountId }: Subscriber, notificationId: string): string =>
  `${notificationId} ${sellerAccountId}`;

/** Returns whether the tenant is watched, and whether the message was taken for the account before. */
export async function findReception(
  tx: Tx,
  subscriber: Subscriber,
  notificationId: string,
): Promise<{ readonly isWatched: boolean; readonly isTaken: boolean }> {
  const { rows } = await sql<{ isWatched: boolean; isTaken: boolean }>`
    /* prepared */
    select t.is_watched as "isWatched",
           exists (select 1
                     from notifications_taken n
                    where n.tenant_id = ${subscriber.tenantId}
                      and n.notification_id = ${takenId(subscriber, notificationId)}) as "isTaken"
      from tenants t
     where t.tenant_id = ${subscriber.tenantId}`.execute(tx);
  return rows[0] ?? { isWatched: false, isTaken: false };
}

interface TakenNotification {
  readonly notification: { readonly id: string; readonly type: string; readonly at: Date };
  readonly now: Date;
}

/**
 * Notes that the notification was taken, and that push was alive at the time of its event. The time at which it is
 * taken proves nothing: a queue that lags by hours would keep sweeps rare, although changes come late.
 */
export async function noteTaken(
  tx: Tx,
  subscriber: Subscriber,
  { notification, now }: TakenNotification,
): Promise<void> {
  const { tenantId, sellerAccountId } = subscriber;
  await sql`
    /* prepared */
    with noted as (
      insert into notifications_taken (tenant_id, notification_id, taken_at)
      values (${tenantId}, ${takenId(subscriber, notification.id)}, ${now})
          on conflict do nothing
    )
    update subscriptions
       set last_event_at = greatest(last_event_at, ${notification.at}::timestamptz)
     where tenant_id = ${tenantId}
       and seller_account_id = ${sellerAccountId}
       and notification_type = ${notification.type}`.execute(tx);
}

/** Deletes ids of notifications of all tenants that the queue cannot deliver again. */
export async function forgetNotifications(db: Executor, takenBefore: Date): Promise<void> {
  await sql`delete from notifications_taken where taken_at < ${takenBefore}`.execute(db);
}
