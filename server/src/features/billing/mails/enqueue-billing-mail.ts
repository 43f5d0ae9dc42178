import type { Context } from '../../../context.ts';
import type { Tx } from '../../../lib/db/db.ts';
import { messageIdOf } from '../../../lib/mail/message-id.ts';
import { enqueueAccountMail } from '../../delivering/outbox/account-mail.ts';
import { findPrimaryAddress } from '../../delivering/outbox/owner-queries.ts';
import { billingLetter } from './billing-letter.ts';
import { factNameOf, type BillingMail } from './billing-mail.ts';

type MailContext = Pick<Context, 'clock' | 'random' | 'keys' | 'config'>;

/**
 * Enqueues a mail to the owner in the caller's transaction, unless the same fact was mailed before. It is sent whether
 * or not the service is on.
 */
export async function enqueueBillingMail(
  ctx: MailContext,
  tx: Tx,
  { tenantId, ...mail }: BillingMail & { readonly tenantId: string },
): Promise<void> {
  const owner = await findPrimaryAddress(tx, tenantId);
  if (!owner) return;
  const { emailAddressId, email } = owner;
  await enqueueAccountMail(ctx, tx, {
    tenantId,
    emailAddressId,
    kind: 'billing',
    mail: billingLetter(mail, { email, publicUrl: ctx.config.publicUrl }),
    expiresAt: null,
    messageId: messageIdOf(ctx, [tenantId, ...factNameOf(mail)]),
  });
}
