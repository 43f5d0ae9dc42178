import { sql } from 'kysely';
import { itemStatus } from '@app/shared/domain/issue-status.ts';
import type { Tx } from '../../../../lib/db/db.ts';
import { isCountedIssue } from '../../../judging/settings/tenant-features-queries.ts';
import { causeText } from '../../../judging/weigh/incident-queries.ts';
import type { ClaimedMessage } from '../../outbox/message.ts';

interface Members {
  readonly incidentIds: readonly string[];
  readonly productIds: readonly string[];
}

interface MemberKinds {
  readonly incidentId: string;
  readonly productId: string;
  readonly members: readonly { readonly type: string; readonly about: string | null }[];
  /** The attribute that the products of the incident share; empty if none is known. */
  readonly common: string;
}

/**
 * Returns the kinds and subjects of the open issues of these products in these incidents. Muted and done issues, removed
 * items and kinds that do not count are left out, because the dashboard explains no issue by them either.
 */
export async function listMemberKinds(
  tx: Tx,
  tenantId: string,
  { incidentIds, productIds }: Members,
): Promise<readonly MemberKinds[]> {
  const { rows } = await sql<MemberKinds>`
    /* prepared */
    select i.incident_id as "incidentId",
           i.product_id as "productId",
           ${causeText(tenantId)} as common,
           jsonb_agg(distinct jsonb_build_object('type', i.type, 'about', i.about)) as members
      from items i
      join tenants t
        on t.tenant_id = i.tenant_id
      join incidents n
        on n.tenant_id = i.tenant_id
       and n.incident_id = i.incident_id
     where i.tenant_id = ${tenantId}
       and i.product_id = any (${productIds}::bigint[])
       and i.incident_id = any (${incidentIds}::bigint[])
       and ${isCountedIssue('i')}
     group by i.incident_id, i.product_id, n.cause`.execute(tx);
  return rows;
}

/** The first message that told a recipient of an incident. */
export interface FirstTold {
  readonly incidentId: string;
  readonly messageId: string;
  readonly flipId: string;
  /** The number of alerts in the message. */
  readonly members: number;
}

/** A large incident has thousands of members, which were told in one message or a few. */
const mostEarliest = 20;

/**
 * Returns the first message to the recipient about each incident. Only the members of the new message's products and
 * the earliest members of each incident are searched. Members may be older than the incident, because people can join
 * issues.
 */
export async function findFirstTold(
  tx: Tx,
  { tenantId, messageId, transport, emailAddressId, targetId }: ClaimedMessage,
  { incidentIds, productIds }: Members,
): Promise<readonly FirstTold[]> {
  const { rows } = await sql<FirstTold>`
    /* prepared */
    select distinct on (i.incident_id)
           i.incident_id as "incidentId",
           d.message_id as "messageId",
           d.flip_id as "flipId",
           (
             select count(*)::int
               from deliveries o
              where o.tenant_id = ${tenantId}
                and o.message_id = d.message_id
           ) as members
      from items i
      join incidents n
        on n.tenant_id = i.tenant_id
       and n.incident_id = i.incident_id
      join flips f
        on f.tenant_id = i.tenant_id
       and f.item_id = i.item_id
       and f.at >= least(n.opened_at, i.changed_at)
       and f.to_status <> ${itemStatus.ok}
      join deliveries d
        on d.tenant_id = f.tenant_id
       and d.flip_at = f.at
       and d.flip_id = f.flip_id
     where i.tenant_id = ${tenantId}
       and i.incident_id = any (${incidentIds}::bigint[])
       and (
             i.product_id = any (${productIds}::bigint[])
          or i.item_id = any (array(
               select e.item_id
                 from unnest(${incidentIds}::bigint[]) as one (incident_id)
                cross join lateral (
                        select m.item_id
                          from items m
                         where m.tenant_id = ${tenantId}
                           and m.incident_id = one.incident_id
                         order by m.changed_at
                         limit ${mostEarliest}
                      ) e
             ))
           )
       and d.channel = ${transport}
       and d.email_address_id = ${emailAddressId ?? '0'}::bigint
       and d.target_id = ${targetId ?? '0'}::bigint
       and d.state = 'sent'
       and d.message_id <> ${messageId}
     order by i.incident_id, d.sent_at, d.flip_at, d.flip_id`.execute(tx);
  return rows;
}

/**
 * The message that told of a problem is looked up among those of at most this many days before the end of the problem.
 */
const longestProblemDays = 90;

/**
 * Returns the message that told the recipient of the problems whose ends a message tells; `null` if there are several, or
 * none for one of the ends.
 */
export async function findAnswered(
  tx: Tx,
  { tenantId, messageId, transport, emailAddressId, targetId }: ClaimedMessage,
  flipIds: readonly string[],
): Promise<string | null> {
  const { rows } = await sql<{ messageId: string | null }>`
    /* prepared */
    select distinct before.message_id as "messageId"
      from deliveries d
      join flips f
        on f.tenant_id = d.tenant_id
       and f.at = d.flip_at
       and f.flip_id = d.flip_id
      left join lateral (
             select o.message_id
               from flips p
               join deliveries o
                 on o.tenant_id = p.tenant_id
                and o.flip_at = p.at
                and o.flip_id = p.flip_id
              where p.tenant_id = ${tenantId}
                and p.item_id = f.item_id
                and p.at < f.at
                and p.at > f.at - make_interval(days => ${longestProblemDays})
                and p.to_status <> ${itemStatus.ok}
                and o.channel = ${transport}
                and o.email_address_id = ${emailAddressId ?? '0'}::bigint
                and o.target_id = ${targetId ?? '0'}::bigint
                and o.state = 'sent'
              order by p.at desc, p.flip_id desc
              limit 1
           ) before on true
     where d.tenant_id = ${tenantId}
       and d.message_id = ${messageId}
       and d.flip_id = any (${flipIds}::bigint[])
     limit 2`.execute(tx);
  return rows.length === 1 ? (rows[0]?.messageId ?? null) : null;
}
