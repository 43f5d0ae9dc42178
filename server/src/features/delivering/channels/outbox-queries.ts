import { sql } from 'kysely';
import type { Executor, Tx } from '../../../lib/db/db.ts';
import type { ChannelNews } from './channel-news.ts';
import type { ChannelKey, Claim } from './claim-queries.ts';

export interface DueDelivery {
  readonly flipAt: Date;
  readonly flipId: string;
  readonly messageId: string | null;
  readonly attempts: number;
}

/** After so many failures of its own a message lets the others pass. */
export const patience = 5;

/** In the order of flips. */
export async function listDueDeliveries(
  tx: Tx,
  { tenantId, channelId }: ChannelKey,
  { now, oldest, most }: Pick<Claim, 'now' | 'oldest' | 'most'>,
): Promise<DueDelivery[]> {
  const { rows } = await sql<DueDelivery>`
    select d.flip_at as "flipAt", d.flip_id as "flipId", d.message_id as "messageId", d.attempts
      from deliveries d
     where d.tenant_id = ${tenantId}
       and d.target_id = ${channelId}
       and d.email_address_id = 0
       and d.state = 'pending'
       and d.next_attempt_at <= ${now}
       and d.flip_at >= ${oldest}
     order by d.attempts >= ${patience}, d.flip_at, d.flip_id
     limit ${most}`.execute(tx);
  return rows;
}

/** Names a message before it is sent: whoever sends it again gives it the same name. */
export async function nameMessage(
  tx: Tx,
  { tenantId, channelId }: ChannelKey,
  { messageId, deliveries }: { readonly messageId: string; readonly deliveries: readonly DueDelivery[] },
): Promise<void> {
  await sql`
    update deliveries as d
       set message_id = ${messageId}
      from unnest(
             ${deliveries.map(({ flipAt }) => flipAt)}::timestamptz[],
             ${deliveries.map(({ flipId }) => flipId)}::bigint[]
           ) as m (flip_at, flip_id)
     where d.tenant_id = ${tenantId}
       and d.flip_at = m.flip_at
       and d.flip_id = m.flip_id
       and d.target_id = ${channelId}
       and d.email_address_id = 0`.execute(tx);
}

interface Message {
  readonly messageId: string;
  /** Of the first flip that it tells. */
  readonly flipAt: Date;
}

/** What the message tells, in the order of flips. */
export async function loadNews(tx: Tx, { tenantId, channelId }: ChannelKey, message: Message): Promise<ChannelNews[]> {
  const { rows } = await sql<ChannelNews>`
    select f.at,
           f.type,
           f.colour,
           f.message,
           f.from_text as "from",
           f.to_text as "to",
           f.evidence,
           f.product_id as "productId",
           coalesce(p.short_name, p.name) as "productName",
           p.asin,
           p.marketplace,
           s.seller_account_id as "sellerAccountId",
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
     where d.tenant_id = ${tenantId}
       and d.target_id = ${channelId}
       and d.email_address_id = 0
       and d.state = 'pending'
       and d.message_id = ${message.messageId}
       and d.flip_at >= ${message.flipAt}
     order by f.at, f.flip_id`.execute(tx);
  return rows;
}

interface Result {
  readonly messageId: string;
  readonly flipAt: Date;
  readonly now: Date;
  readonly state: 'sent' | 'failed' | 'pending';
  readonly error: string | null;
  readonly nextAttemptAt: Date;
}

/** Of those that still wait: a message that was given up meanwhile stays given up. */
export async function markMessage(tx: Tx, { tenantId, channelId }: ChannelKey, result: Result): Promise<void> {
  await sql`
    update deliveries
       set state = ${result.state},
           sent_at = case when ${result.state} = 'sent' then ${result.now}::timestamptz end,
           next_attempt_at = ${result.nextAttemptAt},
           attempts = attempts + 1,
           last_error = ${result.error}
     where tenant_id = ${tenantId}
       and target_id = ${channelId}
       and email_address_id = 0
       and state = 'pending'
       and message_id = ${result.messageId}
       and flip_at >= ${result.flipAt}`.execute(tx);
}

export interface Health {
  readonly failures: number;
  readonly goneAnswers: number;
  readonly failingSince: Date | null;
  readonly waitUntil: Date | null;
}

export async function writeHealth(tx: Tx, { tenantId, channelId }: ChannelKey, health: Health): Promise<void> {
  await sql`
    update channels
       set failures = ${health.failures},
           gone_answers = ${health.goneAnswers},
           failing_since = ${health.failingSince},
           wait_until = ${health.waitUntil}
     where tenant_id = ${tenantId}
       and channel_id = ${channelId}`.execute(tx);
}

/** A channel that can be reached again gets at once what waits for its next attempt. */
export async function makeWaitingDue(tx: Tx, { tenantId, channelId }: ChannelKey, now: Date): Promise<void> {
  await sql`
    update deliveries
       set next_attempt_at = ${now}
     where tenant_id = ${tenantId}
       and target_id = ${channelId}
       and email_address_id = 0
       and state = 'pending'
       and next_attempt_at > ${now}`.execute(tx);
}

export async function stopChannel(
  tx: Tx,
  { tenantId, channelId }: ChannelKey,
  { now, reason }: { readonly now: Date; readonly reason: string },
): Promise<void> {
  await sql`
    update channels
       set stopped_at = ${now},
           stopped_reason = ${reason}
     where tenant_id = ${tenantId}
       and channel_id = ${channelId}`.execute(tx);
}

/** Across tenants: what nobody could be told for so long is no news any more. */
export async function giveUpOld(db: Executor, oldest: Date): Promise<void> {
  await sql`
    update deliveries
       set state = 'failed',
           last_error = coalesce(last_error || '. ', '') || 'Given up after three days'
     where state = 'pending'
       and email_address_id = 0
       and flip_at < ${oldest}`.execute(db);
}
