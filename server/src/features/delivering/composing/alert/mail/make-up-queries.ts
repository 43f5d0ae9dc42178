import { sql } from 'kysely';
import { dayMs, hourMs } from '@app/shared/base/time.ts';
import { itemStatus } from '@app/shared/domain/issue-status.ts';
import { mail as mailTransport } from '@app/shared/transports/mail.ts';
import type { Tx } from '../../../../../lib/db/db.ts';
import { clockColumns, clockOf, quietHoursOf, type ClockRow } from '../../address-clock-queries.ts';
import { longestReadingMs, type MailTimes } from './mail-times.ts';

export interface PendingDelivery {
  readonly flipAt: Date;
  readonly flipId: string;
  readonly emailAddressId: string;
  /** True for the end of a problem, which waits for the next mail. */
  readonly waitsForNext: boolean;
  /** The time from which the alert is collected: that of its change, or the end of its hold. */
  readonly collectedFrom: Date;
  readonly isDue: boolean;
}

/** Returns the alerts that are part of no mail yet, oldest first, of every address that has a due one. */
export async function claimUnaddressed(
  tx: Tx,
  tenantId: string,
  limits: { now: Date; most: number },
): Promise<PendingDelivery[]> {
  const { rows } = await sql<PendingDelivery>`
    /* prepared */
    select d.flip_at as "flipAt", d.flip_id as "flipId", d.email_address_id as "emailAddressId",
           f.to_status = ${itemStatus.ok} as "waitsForNext",
           coalesce(d.collected_from, d.flip_at) as "collectedFrom",
           d.next_attempt_at <= ${limits.now} as "isDue"
      from deliveries d
      join flips f
        on f.tenant_id = d.tenant_id
       and f.at = d.flip_at
       and f.flip_id = d.flip_id
     where d.tenant_id = ${tenantId}
       and d.state = 'pending'
       and d.channel = ${mailTransport.id}
       and d.message_id is null
       and d.email_address_id in (
             select w.email_address_id
               from deliveries w
              where w.tenant_id = ${tenantId}
                and w.state = 'pending'
                and w.channel = ${mailTransport.id}
                and w.message_id is null
                and w.next_attempt_at <= ${limits.now}
           )
     order by d.flip_at, d.flip_id
     limit ${limits.most}
       for update of d skip locked`.execute(tx);
  return rows;
}

interface AddressTimes extends MailTimes {
  readonly email: string;
}

interface TimesRow extends ClockRow {
  readonly email: string;
  readonly emailAddressId: string;
  readonly collectMinutes: number | null;
  readonly sentAt: Date | null;
  readonly members: number | null;
}

/** The longest time from the making of a mail to its sending after which people are still given time to read it. */
const longestWayMs = hourMs;
/** Alerts may have been held for this long before their mail, by quiet hours for example. */
const longestHoldMs = dayMs;

/** Returns the mail settings of these addresses, with their latest mail while people may still be reading it. */
export async function loadMailTimes(
  tx: Tx,
  tenantId: string,
  { emailAddressIds, now }: { emailAddressIds: readonly string[]; now: Date },
): Promise<ReadonlyMap<string, AddressTimes>> {
  const readSince = new Date(now.getTime() - longestReadingMs);
  const { rows } = await sql<TimesRow>`
    /* prepared */
    with recent as materialized (
      select o.email_address_id, o.message_id, o.sent_at
        from messages o
       where o.tenant_id = ${tenantId}
         and o.transport = ${mailTransport.id}
         and o.purpose = 'alert'
         and o.email_address_id = any (${emailAddressIds}::bigint[])
         and o.created_at > ${new Date(now.getTime() - longestWayMs)}
         and o.sent_at > ${readSince}
    ),
    counted as (
      select r.email_address_id, r.sent_at, count(*)::int as members
        from recent r
        join deliveries d
          on d.tenant_id = ${tenantId}
         and d.message_id = r.message_id
         and d.email_address_id = r.email_address_id
         and d.channel = ${mailTransport.id}
         and d.flip_at > ${new Date(now.getTime() - longestHoldMs)}
         and d.state = 'sent'
       group by r.email_address_id, r.message_id, r.sent_at
    )
    select e.email_address_id as "emailAddressId", e.email, ${clockColumns(sql`${tenantId}`)},
           case when not t.instant_alert then t.batching_interval_minutes end as "collectMinutes",
           m.sent_at as "sentAt",
           m.members
      from email_addresses e
      join tenants t using (tenant_id)
      left join lateral (
             select c.sent_at, c.members
               from counted c
              where c.email_address_id = e.email_address_id
              order by c.sent_at desc
              limit 1
           ) m on t.instant_alert
     where e.tenant_id = ${tenantId}
       and e.email_address_id = any (${emailAddressIds}::bigint[])`.execute(tx);
  return new Map(
    rows.map((row) => [
      row.emailAddressId,
      {
        email: row.email,
        clock: clockOf(row),
        quiet: quietHoursOf(row),
        collectMinutes: row.collectMinutes,
        lastSent: row.sentAt && row.members !== null ? { at: row.sentAt, members: row.members } : null,
      },
    ]),
  );
}

export async function putIntoMail(
  tx: Tx,
  tenantId: string,
  mail: { messageId: string; deliveries: readonly PendingDelivery[] },
): Promise<void> {
  await sql`
    /* prepared */
    update deliveries as d
       set message_id = ${mail.messageId}
      from ${rowsOf(mail.deliveries)} as m (flip_at, flip_id, email_address_id)
     where d.tenant_id = ${tenantId}
       and d.flip_at = m.flip_at
       and d.flip_id = m.flip_id
       and d.email_address_id = m.email_address_id
       and d.channel = ${mailTransport.id}`.execute(tx);
}

/** Sets the time at which these deliveries are checked again. */
export async function holdBack(
  tx: Tx,
  tenantId: string,
  { until, deliveries }: { until: Date; deliveries: readonly PendingDelivery[] },
): Promise<void> {
  await sql`
    /* prepared */
    update deliveries as d
       set next_attempt_at = ${until}
      from ${rowsOf(deliveries)} as m (flip_at, flip_id, email_address_id)
     where d.tenant_id = ${tenantId}
       and d.flip_at = m.flip_at
       and d.flip_id = m.flip_id
       and d.email_address_id = m.email_address_id
       and d.channel = ${mailTransport.id}
       and d.next_attempt_at <> ${until}`.execute(tx);
}

const rowsOf = (deliveries: readonly PendingDelivery[]) => sql`
      unnest(
        ${deliveries.map((delivery) => delivery.flipAt)}::timestamptz[],
        ${deliveries.map((delivery) => delivery.flipId)}::bigint[],
        ${deliveries.map((delivery) => delivery.emailAddressId)}::bigint[]
      )`;
