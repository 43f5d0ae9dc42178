import { sql } from 'kysely';
import type { DeliveryChannel, DeliveryOutcome } from '@app/shared/contract/delivery-log.ts';
import type { Colour } from '@app/shared/base/severity.ts';
import type { Tx } from '../../../lib/db/db.ts';

/** The key of a line in its source table, in four parts, one of which may be a channel. */
type Place = readonly [string, string, string, string];

/** One line of the log, from either source table. */
export interface LoggedDelivery {
  readonly source: 'f' | 'm';
  /** Key in the source table; with the time and the source it gives the line's position in the log. */
  readonly place: Place;
  readonly at: Date;
  /** The kind of watchdog or of message. */
  readonly type: string | null;
  readonly colour: Colour | null;
  readonly subject: string | null;
  readonly productName: string | null;
  readonly marketplace: string | null;
  readonly channel: DeliveryChannel;
  readonly to: string;
  readonly emailAddressId: string | null;
  readonly channelId: string | null;
  readonly state: 'pending' | 'held' | 'sent' | 'failed' | 'dropped';
  readonly sentAt: Date | null;
  readonly nextAttemptAt: Date;
  readonly attempts: number;
  readonly error: string | null;
  readonly messageId: string | null;
}

export interface LogFilter {
  readonly tenantId: string;
  /** Limits the log to one address: the user's own, or the one that the owner selected. */
  readonly emailAddressId: string | null;
  readonly channelId: string | null;
  readonly channel: DeliveryChannel | null;
  readonly outcome: DeliveryOutcome | null;
  /** Seller accounts whose products the viewer may not see. */
  readonly hiddenSellerAccountIds: readonly string[];
  /** The last line of the previous page; the page begins after it. */
  readonly before: { readonly at: Date; readonly source: string; readonly place: Place } | null;
  readonly most: number;
}

/**
 * Returns the newest lines. Each of the two tables yields at most `most` lines by its own index, and the newest of
 * these form the page. Deliveries are partitioned by the time that orders the log.
 */
export async function listDeliveries(tx: Tx, filter: LogFilter): Promise<LoggedDelivery[]> {
  if (filter.channelId !== null && filter.emailAddressId !== null) return [];
  const parts = [flipsOf(filter), messagesOf(filter)];
  const { rows } = await sql<LoggedDelivery>`
    select l.*, array[l.k1::text, l.k2::text, l.k3, l.k4::text] as place
      from (${sql.join(
        parts.map((part) => sql`(${part})`),
        sql` union all `,
      )}) as l
     order by l.at desc, l.source desc, l.k1 desc, l.k2 desc, l.k3 desc, l.k4 desc
     limit ${filter.most}`.execute(tx);
  return rows;
}

const stateOf = {
  waiting: 'pending',
  held: 'held',
  sent: 'sent',
  failed: 'failed',
  dropped: 'dropped',
} as const;

interface Columns {
  readonly source: LoggedDelivery['source'];
  readonly at: string;
  /** The four columns of the key. */
  readonly place: readonly [string, string, string, string];
  /** Order of the table's index, read backwards. */
  readonly newestFirst: string;
}

const ofFlips: Columns = {
  source: 'f',
  at: 'd.flip_at',
  place: ['d.flip_id', 'd.email_address_id', 'd.channel', 'd.target_id'],
  newestFirst: 'd.flip_at desc, d.flip_id desc, d.email_address_id desc, d.channel desc, d.target_id desc',
};
const ofMessages: Columns = {
  source: 'm',
  at: 'm.created_at',
  place: ['m.message_no', '0::bigint', `''`, '0::bigint'],
  newestFirst: 'm.created_at desc, m.message_no desc',
};

/** The condition for lines after the last line of the previous page. */
function older({ before }: LogFilter, { source, at, place }: Columns) {
  if (!before) return sql`true`;
  const column = sql.raw(at);
  if (source > before.source) return sql`${column} < ${before.at}`;
  if (source < before.source) return sql`${column} <= ${before.at}`;
  const [k1, k2, k3, k4] = before.place;
  return sql`(${column}, ${sql.raw(place.join(', '))})
     < (${before.at}::timestamptz, ${k1}::bigint, ${k2}::bigint, ${k3}::text, ${k4}::bigint)`;
}

/** Selects the key columns of a source as k1 to k4, because the union of the sources needs the same names. */
const selectPlace = ({ place }: Columns) =>
  sql.raw(place.map((column, index) => `${column} as k${index + 1}`).join(', '));

/** Selects the lines of the page by key alone first, and joins their details afterwards. */
const flipsOf = (filter: LogFilter) => sql`
    with page as materialized (
      select d.*
        from deliveries d
       where d.tenant_id = ${filter.tenantId}
         and ${filter.emailAddressId === null ? sql`true` : sql`d.email_address_id = ${filter.emailAddressId}`}
         and ${filter.channelId === null ? sql`true` : sql`d.target_id = ${filter.channelId} and d.email_address_id = 0`}
         and ${filter.channel === null ? sql`true` : sql`d.channel = ${filter.channel}`}
         and ${filter.outcome === null ? sql`true` : sql`d.state = ${stateOf[filter.outcome]}`}
         and ${filter.hiddenSellerAccountIds.length === 0 ? sql`true` : ofSeenAccounts(filter)}
         and ${older(filter, ofFlips)}
       order by ${sql.raw(ofFlips.newestFirst)}
       limit ${filter.most}
    )
    select ${selectPlace(ofFlips)}, 'f' as source, d.flip_at as at, f.type, f.colour, null as subject,
           coalesce(p.short_name, p.name) as "productName", p.marketplace, d.channel,
           case when d.email_address_id = 0 then coalesce(c.name, 'A channel that was removed')
                else coalesce(e.email, 'An address that was removed') end as "to",
           nullif(d.email_address_id, 0)::text as "emailAddressId",
           case when d.email_address_id = 0 then d.target_id::text end as "channelId",
           d.state, d.sent_at as "sentAt", d.next_attempt_at as "nextAttemptAt", d.attempts, d.last_error as error,
           d.message_id as "messageId"
      from page d
      join flips f
        on f.tenant_id = ${filter.tenantId}
       and f.at = d.flip_at
       and f.flip_id = d.flip_id
      join products p
        on p.tenant_id = ${filter.tenantId}
       and p.product_id = f.product_id
      left join email_addresses e
        on e.tenant_id = ${filter.tenantId}
       and e.email_address_id = d.email_address_id
      left join channels c
        on c.tenant_id = ${filter.tenantId}
       and c.channel_id = d.target_id
       and d.email_address_id = 0`;

const ofSeenAccounts = ({ tenantId, hiddenSellerAccountIds }: LogFilter) => sql`exists (
           select 1
             from flips h
             join products o
               on o.tenant_id = ${tenantId}
              and o.product_id = h.product_id
            where h.tenant_id = ${tenantId}
              and h.at = d.flip_at
              and h.flip_id = d.flip_id
              and o.seller_account_id <> all (${hiddenSellerAccountIds}::bigint[])
         )`;

/** Messages that have no flips as members. */
const messagesOf = (filter: LogFilter) => sql`
    select ${selectPlace(ofMessages)}, 'm' as source, m.created_at as at, coalesce(m.kind, m.purpose) as type, null as colour, m.subject,
           null as "productName", null as marketplace, m.transport as channel, m.recipient as "to",
           m.email_address_id::text as "emailAddressId", m.target_id::text as "channelId",
           case m.state when 'claimed' then 'pending' when 'waiting' then 'pending' when 'sent' then 'sent'
                else 'failed' end as state,
           m.sent_at as "sentAt", m.due_at as "nextAttemptAt", m.attempts, m.last_error as error,
           m.message_id as "messageId"
      from messages m
     where m.tenant_id = ${filter.tenantId}
       and m.purpose <> 'alert'
       and (${filter.emailAddressId}::bigint is null or m.email_address_id = ${filter.emailAddressId}::bigint)
       and (${filter.channelId}::bigint is null or m.target_id = ${filter.channelId}::bigint)
       and (${filter.channel}::text is null or m.transport = ${filter.channel}::text)
       and ${filter.outcome === null ? sql`true` : sql`m.state = any (${statesOf[filter.outcome]})`}
       and ${older(filter, ofMessages)}
     order by ${sql.raw(ofMessages.newestFirst)}
     limit ${filter.most}`;

const statesOf = {
  waiting: ['waiting', 'claimed'],
  held: [],
  sent: ['sent'],
  failed: ['failed', 'given up'],
  dropped: [],
} as const;
