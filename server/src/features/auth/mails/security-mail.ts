import type { Context } from '../../../context.ts';
import type { Tx } from '../../../lib/db/db.ts';
import type { AddressKey } from '../../accounts/queries.ts';
import { enqueueAccountMail } from '../../delivering/outbox/account-mail.ts';
import { composeLetter, type MailContent } from '../../../lib/mail/letter.ts';

/** Changes of a login about which its owner is informed, in words. */
export const securityNews = {
  passwordChanged: {
    subject: 'Your password was changed',
    what: 'The password of your Watchpost account was changed, and you were logged out everywhere else.',
  },
  passwordReset: {
    subject: 'Your password was changed',
    what: 'The password of your Watchpost account was changed by a link that was mailed to you, and you were logged out everywhere.',
  },
  passwordResetWithPrograms: {
    subject: 'Your password was changed',
    what: 'The password of your Watchpost account was changed by a link that was mailed to you, and you were logged out everywhere. Your access tokens and the programs that you had allowed to act for you have lost their access, and are told of no alerts any more: create new tokens, or connect the programs again.',
  },
  stepAdded: {
    subject: 'A second step was added to your log-in',
    what: 'Another way to confirm that it is you was added to your log-in at Watchpost.',
  },
  stepRemoved: {
    subject: 'A second step was removed from your log-in',
    what: 'A way to confirm that it is you was removed from your log-in at Watchpost.',
  },
  stepTakenAway: {
    subject: 'Your second step at log-in was taken away',
    what: 'The owner of your account has taken away the second step of your log-in at Watchpost, and you were logged out.',
  },
  stepTakenAwayBySupport: {
    subject: 'Your second step at log-in was taken away',
    what: 'The support of Watchpost was asked to take away the second step of your log-in, has done so, and you were logged out.',
  },
  recoveryCodesRenewed: {
    subject: 'Your recovery codes were replaced',
    what: 'New recovery codes were made for your log-in at Watchpost. The former ones no longer work.',
  },
  recoveryCodeUsed: {
    subject: 'A recovery code was used to log in',
    what: 'Somebody has logged in to your Watchpost account with one of your recovery codes. That code no longer works.',
  },
} as const;
export type SecurityNews = keyof typeof securityNews;

interface SecurityChange {
  readonly email: string;
  readonly news: SecurityNews;
  readonly browser: string | null;
}

interface SecurityMail extends SecurityChange {
  readonly at: Date;
  readonly publicUrl: string;
}

export function securityMail({ email, news, browser, at, publicUrl }: SecurityMail): MailContent {
  const { subject, what } = securityNews[news];
  const nothing = news === 'passwordResetWithPrograms' ? 'you need not do anything else' : 'you need not do anything';
  return composeLetter(email, {
    subject,
    paragraphs: [what, `It was done on ${formatUtc(at)}${browser ? ` with ${browser}` : ''}.`],
    action: { label: 'Choose a new password', url: `${publicUrl}/forgotpassword` },
    otherwise: `If this was you, ${nothing}. If it was not you, choose a new password at once.`,
    why: `You get this because ${email} logs in at Watchpost.`,
  });
}

/** The recipient's time zone is not known for certain, so the text names UTC. */
const formatUtc = (instant: Date): string =>
  `${instant.toLocaleString('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })} UTC`;

type MailContext = Pick<Context, 'mailer' | 'clock' | 'random' | 'config' | 'keys'>;

/**
 * Informs an address about a change to its login, so that its owner notices a change made by someone else. The caller
 * makes the change in the same transaction, so that none is made without the mail. Without a mail server no mail is
 * sent.
 */
export async function enqueueSecurityNotice(ctx: MailContext, tx: Tx, to: AddressKey & SecurityChange): Promise<void> {
  if (!ctx.mailer) return;
  const { tenantId, emailAddressId } = to;
  const mail = securityMail({ ...to, at: ctx.clock.now(), publicUrl: ctx.config.publicUrl });
  await enqueueAccountMail(ctx, tx, { tenantId, emailAddressId, kind: 'security', mail, expiresAt: null });
}

/** The mails about uses and changes of factors, each of which is enqueued in the transaction of its change. */
export interface SecurityNotices {
  tell(tx: Tx, to: AddressKey & Pick<SecurityChange, 'email'>, news: SecurityNews): Promise<void>;
}
