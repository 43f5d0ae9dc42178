import { sql } from 'kysely';
import type { Tx } from '../../../../lib/db/db.ts';
import { stillAskedColumns, stillAskedTables, type StillAsked } from './still-told.ts';

export interface PendingPush {
  readonly flipAt: Date;
  readonly flipId: string;
  readonly pushSubscriptionId: string;
}

/** What is due and not yet part of a message, newest first. */
export async function claimUnpushed(
  tx: Tx,
  tenantId: string,
  limits: { now: Date; most: number },
): Promise<PendingPush[]> {
  const { rows } = await sql<PendingPush>`
    select d.flip_at as "flipAt", d.flip_id as "flipId", d.target_id as "pushSubscriptionId"
      from deliveries d
     where d.tenant_id = ${tenantId}
       and d.state = 'pending'
       and d.channel = 'push'
       and d.message_id is null
       and d.next_attempt_at <= ${limits.now}
     order by d.flip_at desc, d.flip_id desc
     limit ${limits.most}
       for update skip locked`.execute(tx);
  return rows;
}

export async function putIntoPush(
  tx: Tx,
  tenantId: string,
  push: { messageId: string; deliveries: readonly PendingPush[] },
): Promise<void> {
  await sql`
    update deliveries as d
       set message_id = ${push.messageId}
      from unnest(
             ${push.deliveries.map((delivery) => delivery.flipAt)}::timestamptz[],
             ${push.deliveries.map((delivery) => delivery.flipId)}::bigint[],
             ${push.deliveries.map((delivery) => delivery.pushSubscriptionId)}::bigint[]
           ) as m (flip_at, flip_id, target_id)
     where d.tenant_id = ${tenantId}
       and d.flip_at = m.flip_at
       and d.flip_id = m.flip_id
       and d.target_id = m.target_id
       and d.channel = 'push'`.execute(tx);
}

export async function listDuePushes(tx: Tx, tenantId: string, limits: { now: Date; most: number }): Promise<string[]> {
  const { rows } = await sql<{ messageId: string }>`
    select d.message_id as "messageId"
      from deliveries d
     where d.tenant_id = ${tenantId}
       and d.state = 'pending'
       and d.channel = 'push'
       and d.message_id is not null
       and d.next_attempt_at <= ${limits.now}
     group by d.message_id
     order by min(d.flip_at), d.message_id
     limit ${limits.most}`.execute(tx);
  return rows.map((row) => row.messageId);
}

export interface PushLine extends StillAsked {
  readonly attempts: number;
  readonly pushSubscriptionId: string;
  /** `null` when the browser is gone: its person has logged out, or has asked not to be told. */
  readonly endpointHash: string | null;
  readonly sealed: string | null;
  readonly flipId: string;
  readonly at: Date;
  readonly message: string | null;
  readonly productId: string;
  readonly productName: string;
  readonly marketplace: string;
}

/** The deliveries of one message with all that it tells, newest first. Empty when another process has it. */
export async function lockPush(
  tx: Tx,
  tenantId: string,
  { messageId, now }: { messageId: string; now: Date },
): Promise<PushLine[]> {
  const { rows } = await sql<PushLine>`
    select ${stillAskedColumns},
           d.attempts,
           d.target_id as "pushSubscriptionId",
           b.endpoint_hash as "endpointHash",
           b.sealed,
           f.flip_id as "flipId",
           f.at,
           f.type,
           f.colour,
           f.message,
           f.product_id as "productId",
           coalesce(p.short_name, p.name) as "productName",
           p.marketplace
      from ${stillAskedTables}
      left join push_subscriptions b
        on b.tenant_id = d.tenant_id
       and b.push_subscription_id = d.target_id
       and b.email_address_id = d.email_address_id
       and exists (
             select 1
               from sessions x
              where x.tenant_id = b.tenant_id
                and x.session_hash = b.session_hash
                and x.expires_at > ${now}
           )
     where d.tenant_id = ${tenantId}
       and d.message_id = ${messageId}
       and d.state = 'pending'
     order by f.at desc, f.flip_id desc
       for update of d skip locked`.execute(tx);
  return rows;
}

/** Nothing more goes to this browser; what waits for it is given up when its turn comes. */
export async function forgetBrowser(tx: Tx, tenantId: string, pushSubscriptionId: string): Promise<void> {
  await sql`
    delete from push_subscriptions
     where tenant_id = ${tenantId}
       and push_subscription_id = ${pushSubscriptionId}`.execute(tx);
}
