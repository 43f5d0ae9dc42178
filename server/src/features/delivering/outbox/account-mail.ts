import { mail as mailTransport } from '@app/shared/transports/mail.ts';
import type { Clock } from '../../../lib/clock.ts';
import type { Tx } from '../../../lib/db/db.ts';
import type { Mail } from '../../../lib/mail/mailer.ts';
import { newMessageId, type Sender } from '../../../lib/mail/message-id.ts';
import { decryptSecret, encryptSecret, type EncryptionKeys, type SecretPlace } from '../../../lib/secrets.ts';
import type { MessageKey } from './message.ts';
import { insertMessage } from './message-queries.ts';

/** Kinds of mails about the account and not about a product. */
type AccountMailKind = 'verification' | 'passwordReset' | 'invitation' | 'security' | 'ticket' | 'billing' | 'deletion';

type AccountMail = Pick<Mail, 'to' | 'subject' | 'text' | 'html' | 'replyTo' | 'textEncoding'>;

interface SealedMail {
  readonly mail: AccountMail;
  /** Expiry of the link in the mail, after which the mail is not sent. */
  readonly expiresAt: string | null;
}

interface AccountMessage {
  readonly tenantId: string;
  /** The address that the mail is for; `null` for a mail to an e-mail that is no longer an address of the tenant. */
  readonly emailAddressId: string | null;
  readonly kind: AccountMailKind;
  readonly mail: AccountMail;
  readonly expiresAt: Date | null;
  /** The id of a mail that must be sent only once: a message whose id is known already is not enqueued again. */
  readonly messageId?: string;
}

interface EnqueueContext extends Sender {
  readonly clock: Pick<Clock, 'now'>;
  readonly keys: EncryptionKeys;
}

/** Inserts a mail about the account into the outbox in the caller's transaction. A worker sends it. */
export async function enqueueAccountMail(ctx: EnqueueContext, tx: Tx, message: AccountMessage): Promise<void> {
  const { tenantId, emailAddressId, kind, mail, expiresAt } = message;
  const key = { tenantId, messageId: message.messageId ?? newMessageId(ctx) };
  const sealed: SealedMail = { mail, expiresAt: expiresAt?.toISOString() ?? null };
  const now = ctx.clock.now();
  const isTicket = kind === 'ticket';
  await insertMessage(tx, {
    ...key,
    transport: mailTransport.id,
    purpose: 'account',
    emailAddressId,
    targetId: null,
    // The log shows neither recipient nor subject of a ticket, because the subject was written by a user.
    recipient: isTicket ? 'Watchpost support' : mail.to,
    kind,
    subject: isTicket ? null : mail.subject,
    reason: null,
    sealedPayload: encryptSecret(ctx.keys, payloadPlace(key), JSON.stringify(sealed)),
    createdAt: now,
    dueAt: now,
  });
}

export function openSealedMail(keys: EncryptionKeys, key: MessageKey, sealedPayload: string): SealedMail {
  // Only this file writes the payload.
  return JSON.parse(decryptSecret(keys, payloadPlace(key), sealedPayload)) as SealedMail;
}

export const payloadPlace = ({ tenantId, messageId }: MessageKey): SecretPlace => ({
  tenantId,
  row: `messages/${messageId}`,
  purpose: 'payload',
});
