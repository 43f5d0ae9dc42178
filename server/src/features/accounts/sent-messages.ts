import { sql } from 'kysely';
import type { Tx } from '../../lib/db/db.ts';
import type { AddressKey } from './queries.ts';

/** About the account itself, not about a product. */
export type AccountMailKind = 'verification' | 'passwordReset' | 'invitation' | 'security' | 'ticket';

interface SentMessage extends Pick<AddressKey, 'tenantId'> {
  readonly at: Date;
  readonly kind: AccountMailKind | 'test';
  readonly channel: 'mail' | 'webhook' | 'slack';
  readonly emailAddressId: string | null;
  readonly channelId: string | null;
  readonly recipient: string;
  /** What it is about; never what stands in it. */
  readonly subject: string | null;
  readonly messageId: string;
  /** What went wrong; `null` when it was sent. */
  readonly error: string | null;
}

/** A line of the log of deliveries, for what is sent while somebody waits for its outcome. */
export async function recordSent(tx: Tx, message: SentMessage): Promise<void> {
  await sql`
    insert into notices (
      tenant_id, at, kind, channel, email_address_id, channel_id, recipient, subject, state, message_id, attempts,
      next_attempt_at, sent_at, last_error
    )
    values (
      ${message.tenantId}, ${message.at}, ${message.kind}, ${message.channel}, ${message.emailAddressId},
      ${message.channelId}, ${message.recipient}, ${message.subject},
      ${message.error === null ? 'sent' : 'failed'}, ${message.messageId}, 1, ${message.at},
      ${message.error === null ? message.at : null}, ${message.error}
    )`.execute(tx);
}
