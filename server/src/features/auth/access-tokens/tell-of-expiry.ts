import { dayMs } from '@app/shared/base/time.ts';
import type { Context } from '../../../context.ts';
import { everyTurn, mayHaveMore } from '../../../lib/jobs/tenant-turns.ts';
import { composeLetter, type MailContent } from '../../../lib/mail/letter.ts';
import { enqueueAccountMail } from '../../delivering/outbox/account-mail.ts';
import { listExpiringTokens, noteExpiryTold, type ExpiringToken } from './expiry-queries.ts';

const tellBeforeMs = 7 * dayMs;
const batchSize = 200;

type ExpiryContext = Pick<Context, 'db' | 'clock' | 'random' | 'keys' | 'config'>;

/** Mails people whose tokens expire within seven days, once for each token. True if more are waiting. */
export async function tellOfExpiringTokens(ctx: ExpiryContext, turns = everyTurn): Promise<boolean> {
  const now = ctx.clock.now();
  const until = new Date(now.getTime() + tellBeforeMs);
  const tokens = await ctx.db.acrossTenants((db) => listExpiringTokens(db, { now, until, most: batchSize }));
  const taken = await turns.each(tokens, (token) =>
    ctx.db.tenant(token.tenantId, async (tx) => {
      if (!(await noteExpiryTold(tx, token))) return;
      const mail = expiryMail(token, ctx.config.publicUrl);
      await enqueueAccountMail(ctx, tx, { ...token, kind: 'security', mail, expiresAt: token.expiresAt });
    }),
  );
  return mayHaveMore(taken, batchSize);
}

const date = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });

const expiryMail = ({ email, name, expiresAt, hasHooks }: ExpiringToken, publicUrl: string): MailContent =>
  composeLetter(email, {
    subject: `Your access token “${name}” expires soon`,
    paragraphs: [
      `The access token “${name}” expires on ${date.format(expiresAt)}. Programs that use it cannot call Watchpost afterwards.`,
      'Create a new token in the settings and put it in place of the old one before that day.',
      ...(hasHooks
        ? ['Its hooks end with it, and are told of nothing afterwards: subscribe them again with the new token.']
        : []),
    ],
    action: { label: 'Open the settings', url: `${publicUrl}/settings` },
    otherwise: 'If no program uses it any more, you need not do anything.',
    why: `You get this because ${email} created the token.`,
  });
