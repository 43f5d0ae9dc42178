import type { Context } from '../../context.ts';
import { newMessageId } from '../../lib/mail/send-now.ts';
import { letter } from './password-mails.ts';

interface Happening {
  readonly email: string;
  readonly subject: string;
  readonly what: string;
  readonly browser: string | null;
}

type MailContext = Pick<Context, 'mailer' | 'clock' | 'random' | 'config' | 'log'>;

/**
 * Tells an address that something about its log-in has changed, so that its owner notices when somebody else did it.
 * The change is made already: a mail that cannot be sent is logged and undoes nothing.
 */
export async function tellOfChange(ctx: MailContext, { email, subject, what, browser }: Happening): Promise<void> {
  if (!ctx.mailer) return;
  const mail = letter(email, {
    subject,
    paragraphs: [what, `It was done on ${spoken(ctx.clock.now())}${browser ? ` with ${browser}` : ''}.`],
    action: { label: 'Choose a new password', url: `${ctx.config.publicUrl}/forgotpassword` },
    otherwise: 'If this was you, you need not do anything. If it was not you, choose a new password at once.',
    why: `You get this because ${email} logs in at Watchpost.`,
  });
  await ctx.mailer.send({ ...mail, messageId: newMessageId(ctx) }).catch((error: unknown) => {
    ctx.log.warn({ err: error }, 'an address was not told that its log-in has changed');
  });
}

/** Nobody's time zone is known for sure here, so that it is named. */
const spoken = (instant: Date): string =>
  `${instant.toLocaleString('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })} UTC`;
