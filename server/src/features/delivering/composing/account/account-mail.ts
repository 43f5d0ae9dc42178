import type { Context } from '../../../../context.ts';
import { openSealedMail } from '../../outbox/account-mail.ts';
import type { ClaimedMessage } from '../../outbox/message.ts';
import type { ComposedMail } from '../../transports/composed-mail.ts';
import { isStillAddressOf } from './address-queries.ts';

/** Returns the stored mail. It is dropped if its link has expired or its address was changed or removed. */
export async function composeAccountMail(
  { db, keys, clock }: Pick<Context, 'db' | 'keys' | 'clock'>,
  message: ClaimedMessage,
): Promise<ComposedMail> {
  const { tenantId, emailAddressId, recipient, sealedPayload } = message;
  if (sealedPayload === null) throw new Error('A mail about the account has no payload');
  const { mail, expiresAt } = openSealedMail(keys, message, sealedPayload);
  if (expiresAt !== null && new Date(expiresAt) <= clock.now()) {
    return { next: 'drop', reason: 'Its link had expired before the mail server took it' };
  }
  const isToAddress = emailAddressId !== null && recipient === mail.to;
  const key = { tenantId, emailAddressId: emailAddressId ?? '', email: mail.to };
  if (isToAddress && !(await db.tenant(tenantId, (tx) => isStillAddressOf(tx, key)))) {
    return { next: 'drop', reason: 'The address was removed before the mail was sent' };
  }
  return { next: 'send', mail };
}
