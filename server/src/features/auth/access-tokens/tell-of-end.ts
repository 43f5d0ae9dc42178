import { dayMs } from '@app/shared/base/time.ts';
import type { Context } from '../../../context.ts';
import { everyTurn } from '../../../lib/jobs/tenant-turns.ts';
import { composeLetter, type MailContent } from '../../../lib/mail/letter.ts';
import { messageIdOf } from '../../../lib/mail/message-id.ts';
import { enqueueAccountMail } from '../../delivering/outbox/account-mail.ts';
import { authorizationMs } from '../../accounts/authorization-lifetime.ts';
import { listGiven, type EndingAuthorization } from './ending-queries.ts';

const tellBeforeMs = 7 * dayMs;
/** More authorisations than end within the same week. */
const most = 5000;

type EndContext = Pick<Context, 'db' | 'clock' | 'random' | 'keys' | 'config'>;

/**
 * Mails people whose authorisation of a program ends within seven days, once for each: its calls are refused
 * afterwards, and its hooks are silent. People who have allowed the program again since then are not mailed.
 */
export async function tellOfEndingAuthorizations(ctx: EndContext, turns = everyTurn): Promise<void> {
  const now = ctx.clock.now().getTime();
  const ending = await ctx.db.acrossTenants((db) =>
    listGiven(db, { after: givenFor(now), until: givenFor(now + tellBeforeMs), most }),
  );
  await turns.each(ending, (one) => {
    const { tenantId, authorizationId, authorizedAt } = one;
    const endsAt = new Date(authorizedAt.getTime() + authorizationMs);
    const messageId = messageIdOf(ctx, [tenantId, 'authorization ends', authorizationId]);
    const mail = endMail(one, { endsAt, publicUrl: ctx.config.publicUrl });
    return ctx.db.tenant(tenantId, (tx) =>
      enqueueAccountMail(ctx, tx, { ...one, kind: 'security', mail, expiresAt: endsAt, messageId }),
    );
  });
}

/** Returns the time of the consent to an authorisation from the time at which the authorisation ends. */
const givenFor = (end: number): Date => new Date(end - authorizationMs);

const date = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });

const endMail = (
  { email, clientName }: EndingAuthorization,
  { endsAt, publicUrl }: { readonly endsAt: Date; readonly publicUrl: string },
): MailContent =>
  composeLetter(email, {
    subject: `The access of “${clientName}” ends soon`,
    paragraphs: [
      `Almost a year ago you let “${clientName}” act for you in Watchpost. This ends on ${date.format(endsAt)}: its calls are refused afterwards, and it is not told of alerts any more.`,
      'Connect it to Watchpost again before that day, in Zapier by “Reconnect”. If it is told of alerts, it is told of them as before then.',
    ],
    action: { label: 'Open the settings', url: `${publicUrl}/settings` },
    otherwise: 'If you do not use it any more, you need not do anything.',
    why: `You get this because ${email} allowed it.`,
  });
