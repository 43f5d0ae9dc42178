import type { Context } from '../../../context.ts';
import type { Mailer } from '../../../lib/mail/mailer.ts';
import { reasonOf } from '../../../lib/mail/refusal.ts';
import { newMessageId } from '../../../lib/mail/message-id.ts';
import { retryAt } from '../retry.ts';
import { stoppedMail } from './notice-mail.ts';
import { listDueNotices, lockNotice, markNotice, nameNotice, type DueNotice } from './notice-queries.ts';

type NoticeContext = Pick<Context, 'db' | 'clock' | 'random' | 'log' | 'mailer' | 'config'>;

const mostAttempts = 24;

/** Tells owners what was stopped, by the rules of mail: named first, then sent while its row is locked. */
export async function deliverNotices(ctx: NoticeContext): Promise<void> {
  const { mailer } = ctx;
  if (!mailer) return;
  for (const notice of await listDueNotices(ctx.db.global, ctx.clock.now())) {
    const named = { ...notice, messageId: newMessageId(ctx) };
    await ctx.db.tenant(notice.tenantId, (tx) => nameNotice(tx, named));
    await sendNotice({ ...ctx, mailer }, notice);
  }
}

async function sendNotice(ctx: NoticeContext & { readonly mailer: Mailer }, notice: DueNotice): Promise<void> {
  await ctx.db.tenant(notice.tenantId, async (tx) => {
    const locked = await lockNotice(tx, notice);
    if (!locked) return;
    const { messageId, attempts } = locked;
    const mail = { ...stoppedMail({ ...locked, publicUrl: ctx.config.publicUrl }), messageId };
    const error = await ctx.mailer.send(mail).then(
      () => null,
      (reason: unknown) => reasonOf(reason),
    );
    const now = ctx.clock.now();
    const failed = attempts + 1 < mostAttempts ? ('pending' as const) : ('failed' as const);
    const state = error === null ? 'sent' : failed;
    const nextAttemptAt = state === 'pending' ? retryAt(attempts, now) : now;
    if (error !== null) ctx.log.warn({ ...notice, error }, 'a notice could not be sent');
    await markNotice(tx, notice, { state, error, now, nextAttemptAt });
  });
}
