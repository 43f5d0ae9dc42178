import { sql } from 'kysely';
import { mail as mailTransport } from '@app/shared/transports/mail.ts';
import type { Tx } from '../../../lib/db/db.ts';
import { nextWorldVersion } from '../../../lib/db/world-version.ts';
import { recordAudit } from '../../accounts/audit-queries.ts';
import { enqueueNotice, type NoticeContext } from '../outbox/notice.ts';

interface Stop {
  readonly tenantId: string;
  readonly emailAddressId: string;
  /** The refused e-mail address; an address that was changed since is not stopped. `null` stops the present one. */
  readonly email: string | null;
  readonly reason: string;
  readonly now: Date;
}

/**
 * Stops sending to an address that its mail server refuses permanently, because senders that continue are treated as
 * spammers. Gives up waiting messages and informs the owner. Sending starts again when the address is confirmed again.
 */
export async function stopAddress(ctx: NoticeContext, tx: Tx, stop: Stop): Promise<void> {
  const { tenantId, emailAddressId, reason, now } = stop;
  const { rows } = await sql<{ email: string; isPrimary: boolean }>`
    update email_addresses
       set stopped_at = ${now},
           stopped_reason = ${reason}
     where tenant_id = ${tenantId}
       and email_address_id = ${emailAddressId}
       and (${stop.email}::text is null or email = ${stop.email})
       and stopped_at is null
    returning email, is_primary as "isPrimary"`.execute(tx);
  const [stopped] = rows;
  if (!stopped) return;
  await giveUpMails(tx, stop);
  const { email } = stopped;
  // The dashboard shows a stopped address at once, since a mail to the owner's own stopped address would not arrive.
  await nextWorldVersion(tx, tenantId);
  if (!stopped.isPrimary) await enqueueNotice(ctx, tx, { tenantId, kind: 'addressStopped', subject: email, reason });
  const details = { reason };
  await recordAudit(tx, [
    { tenantId, at: now, actor: 'watchpost', action: 'address stopped', subject: email, details },
  ]);
}

/** Skips a message that another process is sending, so that neither process waits for a lock. */
async function giveUpMails(tx: Tx, { tenantId, emailAddressId, reason }: Stop): Promise<void> {
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
