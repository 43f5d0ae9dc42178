import type { Context } from '../../../context.ts';
import type { MailComposers } from '../transports/composed-mail.ts';
import { createMailSender } from '../transports/mail.ts';
import type { Sender } from '../outbox/sender.ts';
import { composeAccountMail } from './account/account-mail.ts';
import { composeAlertMail } from './alert/mail/compose-mail.ts';
import { composeDigest } from './digest/compose-digest.ts';
import { DigestCache } from './digest/digest-cache.ts';
import { composeSpreadsheetMail } from './spreadsheet/compose-spreadsheet-mail.ts';
import { composeNotice, composeTestMail } from './notice/notice.ts';

export type MailContext = Pick<Context, 'db' | 'clock' | 'random' | 'keys' | 'config' | 'mailer' | 'pictures'>;

function mailComposers(ctx: MailContext): MailComposers {
  const withDigests = { ...ctx, digests: new DigestCache(ctx) };
  return {
    alert: (message) => composeAlertMail(ctx, message),
    digest: (message) => composeDigest(withDigests, message),
    account: (message) => composeAccountMail(ctx, message),
    notice: (message) => composeNotice(ctx, message),
    spreadsheet: (message) => composeSpreadsheetMail(ctx, message),
    test: (message) => composeTestMail(ctx, message),
  };
}

/** Returns the sender of mails; `null` without a mail server, when mails wait. */
export const mailSender = (ctx: MailContext): Sender | null =>
  ctx.mailer && createMailSender({ ...ctx, mailer: ctx.mailer }, mailComposers(ctx));
