import { sql } from 'kysely';
import { mail as mailTransport } from '@app/shared/transports/mail.ts';
import type { Tx } from '../../../lib/db/db.ts';

export interface Stop {
  readonly tenantId: string;
  readonly emailAddressId: string;
  /** The refused e-mail address; an address that was changed since is not stopped. `null` stops the present one. */
  readonly email: string | null;
  readonly reason: string;
  readonly now: Date;
}

interface StoppedAddress {
  readonly email: string;
  readonly isPrimary: boolean;
}

/** Marks an address as stopped; `null` if it is stopped already or has another e-mail now. */
export async function markStopped(
  tx: Tx,
  { tenantId, emailAddressId, email, reason, now }: Stop,
): Promise<StoppedAddress | null> {
  const { rows } = await sql<StoppedAddress>`
    update email_addresses
       set stopped_at = ${now},
           stopped_reason = ${reason}
     where tenant_id = ${tenantId}
       and email_address_id = ${emailAddressId}
       and (${email}::text is null or email = ${email})
       and stopped_at is null
    returning email, is_primary as "isPrimary"`.execute(tx);
  return rows[0] ?? null;
}

/**
 * Gives up the waiting mails of an address. Skips a message that another process is sending, so that neither process
 * waits for a lock.
 */
export async function giveUpMails(tx: Tx, { tenantId, emailAddressId, reason }: Stop): Promise<void> {
  await sql`
    update deliveries as d
       set state = 'failed',
           last_error = ${reason}
      from (
        select w.flip_at, w.flip_id
          from deliveries w
         where w.tenant_id = ${tenantId}
           and w.email_address_id = ${emailAddressId}
           and w.channel = ${mailTransport.id}
           and w.state in ('pending', 'held')
           for update skip locked
      ) as waiting
     where d.tenant_id = ${tenantId}
       and d.email_address_id = ${emailAddressId}
       and d.channel = ${mailTransport.id}
       and d.state in ('pending', 'held')
       and d.flip_at = waiting.flip_at
       and d.flip_id = waiting.flip_id`.execute(tx);
  await sql`
    update messages as m
       set state = 'given up',
           last_error = ${reason}
      from (
        select w.message_id
          from messages w
         where w.tenant_id = ${tenantId}
           and w.email_address_id = ${emailAddressId}
           and w.transport = ${mailTransport.id}
           and w.purpose in ('alert', 'digest')
           and w.state = 'waiting'
           for update skip locked
      ) as waiting
     where m.tenant_id = ${tenantId}
       and m.message_id = waiting.message_id`.execute(tx);
}
