import { mail as mailTransport } from '@app/shared/transports/mail.ts';
import type { Clock } from '../../../lib/clock.ts';
import type { Tx } from '../../../lib/db/db.ts';
import type { Mail } from '../../../lib/mail/mailer.ts';
import { newMessageId, type Sender } from '../../../lib/mail/message-id.ts';
import { decryptSecret, encryptSecret, type EncryptionKeys, type SecretPlace } from '../../../lib/secrets.ts';
import type { MessageKey } from './message.ts';
import { insertMessage } from './message-queries.ts';

/** About the account itself, not about a product. */
export type AccountMailKind = 'verification' | 'passwordReset' | 'invitation' | 'security' | 'ticket';

export type AccountMail = Pick<Mail, 'to' | 'subject' | 'text' | 'html' | 'replyTo' | 'textEncoding'>;

export interface SealedMail {
  readonly mail: AccountMail;
  /** When the link in it stops working: after that it is not worth sending. */
  readonly expiresAt: string | null;
}

interface AccountMessage {
  readonly tenantId: string;
  readonly emailAddressId: string;
  readonly kind: AccountMailKind;
  readonly mail: AccountMail;
  readonly expiresAt: Date | null;
}

interface EnqueueContext extends Sender {
  readonly clock: Pick<Clock, 'now'>;
  readonly keys: EncryptionKeys;
}

/** Puts a mail about the account into the outbox, with the transaction that it belongs to. A worker sends it. */
export async function enqueueAccountMail(ctx: EnqueueContext, tx: Tx, message: AccountMessage): Promise<void> {
  const { tenantId, emailAddressId, kind, mail, expiresAt } = message;
  const key = { tenantId, messageId: newMessageId(ctx) };
  const sealed: SealedMail = { mail, expiresAt: expiresAt?.toISOString() ?? null };
  const now = ctx.clock.now();
  const isTicket = kind === 'ticket';
  await insertMessage(tx, {
    ...key,
    transport: mailTransport.id,
    purpose: 'account',
    emailAddressId,
    targetId: null,
    // A ticket goes to support, under words of whoever wrote it: the log repeats neither.
    recipient: isTicket ? 'Watchpost support' : mail.to,
    kind,
    subject: isTicket ? null : mail.subject,
    reason: null,
    sealedPayload: encryptSecret(ctx.keys, placeOf(key), JSON.stringify(sealed)),
    createdAt: now,
    dueAt: now,
  });
}

export function openSealedMail(keys: EncryptionKeys, key: MessageKey, sealedPayload: string): SealedMail {
  // Written by this file alone.
  return JSON.parse(decryptSecret(keys, placeOf(key), sealedPayload)) as SealedMail;
}

const placeOf = ({ tenantId, messageId }: MessageKey): SecretPlace => ({
  tenantId,
  row: `messages/${messageId}`,
  purpose: 'payload',
});
