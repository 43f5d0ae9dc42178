import { sql } from 'kysely';
import type { Executor, Tx } from '../../lib/db/db.ts';
import type { AlertNews } from './alert-mail.ts';

/** Across tenants: only says who has something to send; it is claimed inside the tenant. */
export async function findTenantsToTell(db: Executor, channel: 'mail' | 'push', now: Date): Promise<string[]> {
  const { rows } = await sql<{ tenantId: string }>`
    select distinct d.tenant_id as "tenantId"
      from deliveries d
     where d.state = 'pending'
       and d.channel = ${channel}
       and d.next_attempt_at <= ${now}
     limit 100`.execute(db);
  return rows.map((row) => row.tenantId);
}

export interface PendingDelivery {
  readonly flipAt: Date;
  readonly flipId: string;
  readonly emailAddressId: string;
}

/** What is due and not yet part of a mail. */
export async function claimUnaddressed(
  tx: Tx,
  tenantId: string,
  limits: { now: Date; most: number },
): Promise<PendingDelivery[]> {
  const { rows } = await sql<PendingDelivery>`
    select d.flip_at as "flipAt", d.flip_id as "flipId", d.email_address_id as "emailAddressId"
      from deliveries d
     where d.tenant_id = ${tenantId}
       and d.state = 'pending'
       and d.channel = 'mail'
       and d.message_id is null
       and d.next_attempt_at <= ${limits.now}
     order by d.flip_at, d.flip_id
     limit ${limits.most}
       for update skip locked`.execute(tx);
  return rows;
}

export async function putIntoMail(
  tx: Tx,
  tenantId: string,
  mail: { messageId: string; deliveries: readonly PendingDelivery[] },
): Promise<void> {
  await sql`
    update deliveries as d
       set message_id = ${mail.messageId}
      from unnest(
             ${mail.deliveries.map((delivery) => delivery.flipAt)}::timestamptz[],
             ${mail.deliveries.map((delivery) => delivery.flipId)}::bigint[],
             ${mail.deliveries.map((delivery) => delivery.emailAddressId)}::bigint[]
           ) as m (flip_at, flip_id, email_address_id)
     where d.tenant_id = ${tenantId}
       and d.flip_at = m.flip_at
       and d.flip_id = m.flip_id
       and d.email_address_id = m.email_address_id
       and d.channel = 'mail'`.execute(tx);
}

export async function listDueMails(tx: Tx, tenantId: string, now: Date): Promise<string[]> {
  const { rows } = await sql<{ messageId: string }>`
    select distinct d.message_id as "messageId"
      from deliveries d
     where d.tenant_id = ${tenantId}
       and d.state = 'pending'
       and d.channel = 'mail'
       and d.message_id is not null
       and d.next_attempt_at <= ${now}`.execute(tx);
  return rows.map((row) => row.messageId);
}

export interface MailLine extends AlertNews {
  readonly email: string;
  readonly attempts: number;
}

/** The deliveries of one mail with all that it tells. Empty when another process is sending it or has sent it. */
export async function lockMail(tx: Tx, tenantId: string, messageId: string): Promise<MailLine[]> {
  const { rows } = await sql<MailLine>`
    select e.email,
           d.attempts,
           f.type,
           f.colour,
           f.at,
           f.message,
           f.from_text as "from",
           f.to_text as "to",
           f.evidence,
           f.product_id as "productId",
           p.name as "productName",
           p.asin,
           p.marketplace,
           p.image_url as "imageUrl",
           coalesce(s.nick_name, s.name) as "sellerAccountName"
      from deliveries d
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
      join email_addresses e
        on e.tenant_id = d.tenant_id
       and e.email_address_id = d.email_address_id
     where d.tenant_id = ${tenantId}
       and d.message_id = ${messageId}
       and d.state = 'pending'
     order by f.at, f.flip_id
       for update of d skip locked`.execute(tx);
  return rows;
}

export async function markSent(tx: Tx, tenantId: string, message: { messageId: string; now: Date }): Promise<void> {
  await sql`
    update deliveries
       set state = 'sent',
           sent_at = ${message.now},
           attempts = attempts + 1,
           last_error = null
     where tenant_id = ${tenantId}
       and message_id = ${message.messageId}
       and state = 'pending'`.execute(tx);
}

export async function markNotSent(
  tx: Tx,
  tenantId: string,
  message: { messageId: string; error: string; nextAttemptAt: Date | null; now: Date },
): Promise<void> {
  await sql`
    update deliveries
       set state = ${message.nextAttemptAt ? 'pending' : 'failed'},
           next_attempt_at = ${message.nextAttemptAt ?? message.now},
           attempts = attempts + 1,
           last_error = ${message.error}
     where tenant_id = ${tenantId}
       and message_id = ${message.messageId}
       and state = 'pending'`.execute(tx);
}
