import { sql } from 'kysely';
import type { DeliveryChannel, DeliveryOutcome } from '@app/shared/contract/delivery-log.ts';
import type { Colour } from '@app/shared/watchdogs/define.ts';
import type { Tx } from '../../../lib/db/db.ts';

/** A line of the log, whichever table it is from. */
export interface LoggedDelivery {
  /** What orders those of one instant, with the source. */
  readonly key: string;
  readonly source: 'f' | 'd' | 'n';
  readonly at: Date;
  /** Kind of a flip or of a notice. */
  readonly type: string | null;
  readonly colour: Colour | null;
  readonly subject: string | null;
  readonly productName: string | null;
  readonly marketplace: string | null;
  readonly channel: DeliveryChannel;
  readonly to: string;
  readonly emailAddressId: string | null;
  readonly channelId: string | null;
  readonly state: 'pending' | 'sent' | 'failed';
  readonly sentAt: Date | null;
  readonly nextAttemptAt: Date;
  readonly attempts: number;
  readonly error: string | null;
  readonly messageId: string | null;
}

export interface LogFilter {
  readonly tenantId: string;
  /** Of one address: a user's own, or the one that the owner looks for. */
  readonly emailAddressId: string | null;
  readonly channelId: string | null;
  readonly channel: DeliveryChannel | null;
  readonly outcome: DeliveryOutcome | null;
  /** Seller accounts whose products the viewer may not see. */
  readonly hiddenSellerAccountIds: readonly string[];
  /** The last line of the page before. */
  readonly before: { readonly at: Date; readonly source: string; readonly key: string } | null;
  readonly most: number;
}

/**
 * Newest first. Each of the three tables gives its newest by its own index, at most as many as are asked for, and the
 * newest of these are the page. Deliveries are partitioned by the instant that they are read by.
 */
export async function listDeliveries(tx: Tx, filter: LogFilter): Promise<LoggedDelivery[]> {
  const parts = [
    ...(filter.channelId === null || filter.emailAddressId === null ? [flipsOf(filter), noticesOf(filter)] : []),
    ...(filter.channelId === null && (filter.channel ?? 'mail') === 'mail' ? [digestsOf(filter)] : []),
  ];
  if (parts.length === 0) return [];
  const { rows } = await sql<LoggedDelivery>`
    select l.*
      from (${sql.join(
        parts.map((part) => sql`(${part})`),
        sql` union all `,
      )}) as l
     order by l.at desc, l.source collate "C" desc, length(l.key) desc, l.key collate "C" desc
     limit ${filter.most}`.execute(tx);
  return rows;
}

const stateOf = { waiting: 'pending', sent: 'sent', failed: 'failed' } as const;

/** What comes after the last line of the page before, in the order of the page. */
function older({ before }: LogFilter, columns: { at: string; source: string; key: string }) {
  if (!before) return sql`true`;
  const at = sql.ref(columns.at);
  const key = sql.raw(columns.key);
  if (columns.source > before.source) return sql`${at} < ${before.at}`;
  if (columns.source < before.source) return sql`${at} <= ${before.at}`;
  return sql`${at} <= ${before.at} and (${at} < ${before.at}
     or (length(${key}), ${key} collate "C") < (length(${before.key}), ${before.key} collate "C"))`;
}

const flipKey = `(d.flip_id || '.' || d.email_address_id || '.' || d.channel || '.' || d.target_id)`;

const flipsOf = (filter: LogFilter) => sql`
    select ${sql.raw(flipKey)} as key, 'f' as source, d.flip_at as at, f.type, f.colour, null as subject,
           coalesce(p.short_name, p.name) as "productName", p.marketplace, d.channel,
           case when d.channel in ('webhook', 'slack') then coalesce(c.name, 'A channel that was removed')
                else coalesce(e.email, 'An address that was removed') end as "to",
           nullif(d.email_address_id, 0)::text as "emailAddressId",
           case when d.channel in ('webhook', 'slack') then d.target_id::text end as "channelId",
           d.state, d.sent_at as "sentAt", d.next_attempt_at as "nextAttemptAt", d.attempts, d.last_error as error,
           d.message_id as "messageId"
      from deliveries d
      join flips f
        on f.tenant_id = d.tenant_id
       and f.at = d.flip_at
       and f.flip_id = d.flip_id
      join products p
        on p.tenant_id = d.tenant_id
       and p.product_id = f.product_id
      left join email_addresses e
        on e.tenant_id = d.tenant_id
       and e.email_address_id = d.email_address_id
      left join channels c
        on c.tenant_id = d.tenant_id
       and c.channel_id = d.target_id
       and d.channel in ('webhook', 'slack')
     where d.tenant_id = ${filter.tenantId}
       and (${filter.emailAddressId}::bigint is null or d.email_address_id = ${filter.emailAddressId}::bigint)
       and (${filter.channelId}::bigint is null
            or (d.target_id = ${filter.channelId}::bigint and d.channel in ('webhook', 'slack')))
       and (${filter.channel}::text is null or d.channel = ${filter.channel}::text)
       and (${filter.outcome && stateOf[filter.outcome]}::text is null
            or d.state = ${filter.outcome && stateOf[filter.outcome]}::text)
       and p.seller_account_id <> all (${filter.hiddenSellerAccountIds}::bigint[])
       and ${older(filter, { at: 'd.flip_at', source: 'f', key: flipKey })}
     order by d.flip_at desc, length(${sql.raw(flipKey)}) desc, ${sql.raw(flipKey)} collate "C" desc
     limit ${filter.most}`;

const digestKey = `(d.email_address_id || '.' || d.local_day)`;

const digestsOf = (filter: LogFilter) => sql`
    select ${sql.raw(digestKey)} as key, 'd' as source, d.created_at as at, null as type, null as colour,
           d.local_day::text as subject, null as "productName", null as marketplace, 'mail' as channel, e.email as "to",
           d.email_address_id::text as "emailAddressId", null as "channelId", d.state, d.sent_at as "sentAt",
           d.next_attempt_at as "nextAttemptAt", d.attempts, d.last_error as error, d.message_id as "messageId"
      from digests d
      join email_addresses e
        on e.tenant_id = d.tenant_id
       and e.email_address_id = d.email_address_id
     where d.tenant_id = ${filter.tenantId}
       and (${filter.emailAddressId}::bigint is null or d.email_address_id = ${filter.emailAddressId}::bigint)
       and (${filter.outcome && stateOf[filter.outcome]}::text is null
            or d.state = ${filter.outcome && stateOf[filter.outcome]}::text)
       and ${older(filter, { at: 'd.created_at', source: 'd', key: digestKey })}
     order by d.created_at desc, length(${sql.raw(digestKey)}) desc, ${sql.raw(digestKey)} collate "C" desc
     limit ${filter.most}`;

const noticesOf = (filter: LogFilter) => sql`
    select n.notice_id::text as key, 'n' as source, n.at, n.kind as type, null as colour, n.subject,
           null as "productName", null as marketplace, n.channel, n.recipient as "to",
           n.email_address_id::text as "emailAddressId", n.channel_id::text as "channelId", n.state,
           n.sent_at as "sentAt", n.next_attempt_at as "nextAttemptAt", n.attempts, n.last_error as error,
           n.message_id as "messageId"
      from notices n
     where n.tenant_id = ${filter.tenantId}
       and (${filter.emailAddressId}::bigint is null or n.email_address_id = ${filter.emailAddressId}::bigint)
       and (${filter.channelId}::bigint is null or n.channel_id = ${filter.channelId}::bigint)
       and (${filter.channel}::text is null or n.channel = ${filter.channel}::text)
       and (${filter.outcome && stateOf[filter.outcome]}::text is null
            or n.state = ${filter.outcome && stateOf[filter.outcome]}::text)
       and ${older(filter, { at: 'n.at', source: 'n', key: 'n.notice_id::text' })}
     order by n.at desc, length(n.notice_id::text) desc, n.notice_id::text collate "C" desc
     limit ${filter.most}`;
