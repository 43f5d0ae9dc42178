import type { Context } from '../../../context.ts';
import type { Tx } from '../../../lib/db/db.ts';
import { composeLetter, type MailContent } from '../../../lib/mail/letter.ts';
import { enqueueAccountMail } from '../../delivering/outbox/account-mail.ts';
import { findUserEmail } from '../second-step/two-factor-queries.ts';

interface EndedAccess {
  readonly tenantId: string;
  readonly emailAddressId: string;
  readonly clientName: string;
}

/**
 * Mails a person that the access of a program has ended because its code or a token was used twice. The program may have
 * done that itself, as after it was restored from a copy, and stops working without a word.
 */
export async function tellOfReuse(
  ctx: Pick<Context, 'clock' | 'random' | 'config' | 'keys'>,
  tx: Tx,
  { tenantId, emailAddressId, clientName }: EndedAccess,
): Promise<void> {
  const email = await findUserEmail(tx, { tenantId, emailAddressId });
  if (email === null) return;
  const mail = reuseMail({ email, clientName, publicUrl: ctx.config.publicUrl });
  await enqueueAccountMail(ctx, tx, { tenantId, emailAddressId, kind: 'security', mail, expiresAt: null });
}

interface ReuseMail {
  readonly email: string;
  readonly clientName: string;
  readonly publicUrl: string;
}

const reuseMail = ({ email, clientName, publicUrl }: ReuseMail): MailContent =>
  composeLetter(email, {
    subject: `The access of “${clientName}” has ended`,
    paragraphs: [
      `You let “${clientName}” act for you in Watchpost. A code or token of it that is valid once was used twice. Somebody else may have it, so the access has ended: the calls of the program are refused, and it is not told of alerts any more.`,
      'If you still use it, connect it to Watchpost again, in Zapier by “Reconnect”.',
    ],
    action: { label: 'Open the settings', url: `${publicUrl}/settings` },
    otherwise: 'If you do not use it any more, you need not do anything.',
    why: `You get this because ${email} allowed it.`,
  });
