import { AppError } from '@app/shared/base/errors.ts';
import type { Context } from '../../../context.ts';
import { hashToken } from '../../../lib/secrets.ts';
import { strangerName } from '../../../lib/mail/stranger-name.ts';
import { enqueueAccountMail } from '../../delivering/outbox/account-mail.ts';
import { invitationMail, resetMail } from './password-mails.ts';
import { putPasswordLink, type LinkToken, type PasswordLink } from './password-queries.ts';
import { hourMs } from '@app/shared/base/time.ts';

const lifetimesMs = { reset: hourMs, invitation: 7 * 24 * hourMs } as const;

type LinkContext = Pick<Context, 'db' | 'clock' | 'random' | 'mailer' | 'config' | 'keys'>;

/**
 * Mails a link for choosing a password and invalidates earlier links of the address. The address must belong to a user
 * and be committed. Throws `serviceOff` without a mail server.
 */
export async function sendPasswordLink(ctx: LinkContext, link: PasswordLink): Promise<void> {
  if (!ctx.mailer) throw new AppError('serviceOff');
  const { tenantId, email, purpose, invitedBy = 'Watchpost' } = link;
  const secret = ctx.random.token();
  const url = `${ctx.config.publicUrl}/resetpassword?token=${tenantId}.${secret}`;
  const sentAt = ctx.clock.now();
  const expiresAt = new Date(sentAt.getTime() + lifetimesMs[purpose]);
  const kind = purpose === 'reset' ? 'passwordReset' : 'invitation';
  await ctx.db.tenant(tenantId, async (tx) => {
    await putPasswordLink(tx, { ...link, tokenHash: hashToken(secret), sentAt, expiresAt });
    const mail =
      purpose === 'reset'
        ? resetMail({ email, url })
        : invitationMail({ email, url, invitedBy: strangerName(invitedBy) });
    await enqueueAccountMail(ctx, tx, { tenantId, emailAddressId: link.emailAddressId, kind, mail, expiresAt });
  });
}

/** Parses the token of a link. Returns `null` if it does not have the form of one. */
export function parseLinkToken(token: string): LinkToken | null {
  const [, tenantId, secret] = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.([\w-]{43})$/.exec(token.trim()) ?? [];
  return tenantId && secret ? { tenantId, tokenHash: hashToken(secret) } : null;
}
