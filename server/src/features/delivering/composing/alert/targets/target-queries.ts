import { sql } from 'kysely';
import type { Tx } from '../../../../../lib/db/db.ts';

/** A flip for a browser or a channel that is part of no message yet. */
export interface UnmadeDelivery {
  readonly flipAt: Date;
  readonly flipId: string;
  readonly itemId: string;
  readonly transport: string;
  readonly targetId: string;
  /** The address to which the browser belongs; `null` for a channel. */
  readonly emailAddressId: string | null;
  /** The name of the recipient in the delivery log. */
  readonly recipient: string;
  /** The incident of the flip, if its members are told together. */
  readonly incidentId: string | null;
  /** True for a hook of a program, which gets each event by itself. */
  readonly isHook: boolean;
  /** The time from which the flip may be told: that of the flip, or the end of its hold. */
  readonly dueAt: Date;
  /** Nothing is sent to the channel before this time. */
  readonly waitUntil: Date | null;
}

/**
 * Returns the deliveries to every target that has a due one, so that those that wait for the next message are told with
 * it. Locks the deliveries in the order of flips, so that two processes do not combine the deliveries of one tenant at
 * the same time.
 */
export async function claimUnmade(
  tx: Tx,
  tenantId: string,
  limits: { readonly transports: readonly string[]; readonly now: Date; readonly most: number },
): Promise<UnmadeDelivery[]> {
  const { rows } = await sql<UnmadeDelivery>`
    /* prepared */
    select d.flip_at as "flipAt",
           d.flip_id as "flipId",
           f.item_id as "itemId",
           d.channel as transport,
           d.target_id as "targetId",
           nullif(d.email_address_id, 0) as "emailAddressId",
           coalesce(e.email, c.name, 'A recipient that was removed') as recipient,
           n.incident_id as "incidentId",
           c.hook_event is not null as "isHook",
           d.next_attempt_at as "dueAt",
           c.wait_until as "waitUntil"
      from deliveries d
      join flips f
        on f.tenant_id = d.tenant_id
       and f.at = d.flip_at
       and f.flip_id = d.flip_id
      left join incidents n
        on n.tenant_id = ${tenantId}
       and n.incident_id = f.incident_id
       and n.told_at is not null
      left join email_addresses e
        on e.tenant_id = ${tenantId}
       and e.email_address_id = d.email_address_id
      left join channels c
        on c.tenant_id = ${tenantId}
       and c.channel_id = d.target_id
       and d.email_address_id = 0
     where d.tenant_id = ${tenantId}
       and d.state = 'pending'
       and d.channel = any (${limits.transports})
       and d.message_id is null
       and (d.channel, d.target_id) in (
             select w.channel, w.target_id
               from deliveries w
              where w.tenant_id = ${tenantId}
                and w.state = 'pending'
                and w.channel = any (${limits.transports})
                and w.message_id is null
                and w.next_attempt_at <= ${limits.now}
           )
     order by d.flip_at, d.flip_id
     limit ${limits.most}
       for update of d`.execute(tx);
  return rows;
}

export async function putIntoMessage(
  tx: Tx,
  tenantId: string,
  { messageId, deliveries }: { readonly messageId: string; readonly deliveries: readonly UnmadeDelivery[] },
): Promise<void> {
  await sql`
    /* prepared */
    update deliveries as d
       set message_id = ${messageId}
      from unnest(
             ${deliveries.map(({ flipAt }) => flipAt)}::timestamptz[],
             ${deliveries.map(({ flipId }) => flipId)}::bigint[],
             ${deliveries.map(({ transport }) => transport)}::text[],
             ${deliveries.map(({ targetId }) => targetId)}::bigint[]
           ) as m (flip_at, flip_id, transport, target_id)
     where d.tenant_id = ${tenantId}
       and d.flip_at = m.flip_at
       and d.flip_id = m.flip_id
       and d.channel = m.transport
       and d.target_id = m.target_id`.execute(tx);
}
