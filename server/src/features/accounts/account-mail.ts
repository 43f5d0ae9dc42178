import { AppError } from '@app/shared/base/errors.ts';
import type { Context } from '../../context.ts';
import type { Tx } from '../../lib/db/db.ts';
import type { Mail, Mailer } from '../../lib/mail/mailer.ts';
import { reasonOf } from '../../lib/mail/refusal.ts';
import { newMessageId } from '../../lib/mail/message-id.ts';
import type { AddressKey } from './queries.ts';
import { recordSent, type AccountMailKind } from './sent-messages.ts';

type MailContext = Pick<Context, 'db' | 'clock' | 'random' | 'config'> & { readonly mailer: Mailer };

/** Whose line of the log it becomes. */
interface About extends AddressKey {
  readonly kind: AccountMailKind;
}

type Written = Omit<Mail, 'messageId'>;

/** The mail server has not taken it: thrown to undo what stands and falls with the mail. */
class NotTakenError extends Error {
  override readonly name = 'NotTakenError';
  readonly mail: Mail;

  constructor(mail: Mail, cause: unknown) {
    super('The mail was not taken', { cause });
    this.mail = mail;
  }
}

/**
 * Sends a mail that somebody waits for, and writes into the log what became of it. What `compose` has written stands only
 * if the mail server has taken the mail; it answers `null` when none is to be sent. Throws `outside` when it was refused.
 */
export async function sendAccountMail(
  ctx: MailContext,
  about: About,
  compose: (tx: Tx) => Promise<Written | null>,
): Promise<void> {
  const messageId = newMessageId(ctx);
  try {
    await ctx.db.tenant(about.tenantId, async (tx) => {
      const written = await compose(tx);
      if (!written) return;
      const mail = { ...written, messageId };
      await ctx.mailer.send(mail).catch((cause: unknown) => {
        throw new NotTakenError(mail, cause);
      });
      await recordSent(tx, lineOf(ctx, about, { mail, error: null }));
    });
  } catch (error) {
    if (!(error instanceof NotTakenError)) throw error;
    const { mail, cause } = error;
    await ctx.db.tenant(about.tenantId, (tx) => recordSent(tx, lineOf(ctx, about, { mail, error: reasonOf(cause) })));
    throw new AppError('outside', { text: 'The mail server did not take the message', cause });
  }
}

const lineOf = (
  { clock }: Pick<MailContext, 'clock'>,
  { tenantId, emailAddressId, kind }: About,
  { mail, error }: { readonly mail: Mail; readonly error: string | null },
) => ({
  tenantId,
  at: clock.now(),
  kind,
  channel: 'mail' as const,
  emailAddressId,
  channelId: null,
  // Tickets go to whoever supports us, under words that are theirs who wrote it.
  recipient: kind === 'ticket' ? 'Watchpost support' : mail.to,
  subject: kind === 'ticket' ? null : mail.subject,
  messageId: mail.messageId,
  error,
});
