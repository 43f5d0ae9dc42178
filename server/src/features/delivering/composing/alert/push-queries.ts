import { sql } from 'kysely';
import { push as pushTransport } from '@app/shared/transports/push.ts';
import type { Tx } from '../../../../lib/db/db.ts';
import { stillAskedColumns, stillAskedTables, type StillAsked } from './still-told.ts';

export interface PendingPush {
  readonly flipAt: Date;
  readonly flipId: string;
  readonly emailAddressId: string;
  readonly email: string;
  readonly pushSubscriptionId: string;
}

/** What is due and not yet part of a message, newest first. */
export async function claimUnpushed(
  tx: Tx,
  tenantId: string,
  limits: { now: Date; most: number },
): Promise<PendingPush[]> {
  const { rows } = await sql<PendingPush>`
    select d.flip_at as "flipAt", d.flip_id as "flipId", d.email_address_id as "emailAddressId",
           coalesce(e.email, 'An address that was removed') as email, d.target_id as "pushSubscriptionId"
      from deliveries d
      left join email_addresses e
        on e.tenant_id = d.tenant_id
       and e.email_address_id = d.email_address_id
     where d.tenant_id = ${tenantId}
       and d.state = 'pending'
       and d.channel = ${pushTransport.id}
       and d.message_id is null
       and d.next_attempt_at <= ${limits.now}
     order by d.flip_at desc, d.flip_id desc
     limit ${limits.most}
       for update of d skip locked`.execute(tx);
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
       and d.channel = ${pushTransport.id}`.execute(tx);
}

export interface PushLine extends StillAsked {
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

/** The waiting members of one message with all that it tells, newest first. */
export async function readPush(
  tx: Tx,
  tenantId: string,
  { messageId, now }: { messageId: string; now: Date },
): Promise<PushLine[]> {
  const { rows } = await sql<PushLine>`
    select ${stillAskedColumns},
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
     order by f.at desc, f.flip_id desc`.execute(tx);
  return rows;
}
