import { quietUntil } from '@app/shared/domain/digest-clock.ts';
import type { Context } from '../../../../context.ts';
import type { Tx } from '../../../../lib/db/db.ts';
import type { Mailer } from '../../../../lib/mail/mailer.ts';
import { reasonOf, refusalOfAddress } from '../../../../lib/mail/refusal.ts';
import { newMessageId } from '../../../../lib/mail/message-id.ts';
import { clockOf, quietHoursOf } from '../address-clock.ts';
import { alertMail } from './alert-mail.ts';
import { gatherMatter, type MailMatter } from './mail-matter.ts';
import { lockMail, mayStillBeTold, putOff, type MailLine } from './mail-lines.ts';
import { linksFor } from '../mail-links.ts';
import { mailableAt } from './mail-times.ts';
import { claimUnaddressed, holdBack, loadMailTimes, putIntoMail } from './outbox-queries.ts';
import { findTenantsToTell, giveUp, listDueMails, markNotSent, markSent } from './queries.ts';
import { retryAt } from './retry.ts';
import { notWanted } from './still-told.ts';
import { stopAddress } from '../../replies/stop-address.ts';

type DeliverContext = Pick<Context, 'db' | 'clock' | 'random' | 'log' | 'mailer' | 'config' | 'keys' | 'pictures'>;
type SendContext = DeliverContext & { readonly mailer: Mailer };

/** A mail names all that waits for its reader, however much; more than this at once are several thousand products. */
const mostPerTurn = 20_000;
/** A mail server may be away for most of a day. */
const mostAttempts = 24;
/** What waits is looked at so often, as the address may want it sooner by now. */
const lookAgainMs = 600_000;

/**
 * Sends what flips have put into the outbox. First the mails are made up and named, then each is sent while its rows
 * are locked: a process that dies lets go at once, and the mail sent again has the same Message-ID. With all its rows
 * locked the transaction waits for nobody afterwards, so that no deadlock can have it repeated.
 */
export async function deliverDue(ctx: DeliverContext): Promise<void> {
  if (!ctx.mailer) return;
  for (const tenantId of await findTenantsToTell(ctx.db.global, 'mail', ctx.clock.now())) {
    await ctx.db.tenant(tenantId, (tx) => makeUpMails(ctx, tx, tenantId));
    const messageIds = await ctx.db.tenant(tenantId, (tx) => listDueMails(tx, tenantId, ctx.clock.now()));
    for (const messageId of messageIds) await sendMail({ ...ctx, mailer: ctx.mailer }, tenantId, messageId);
  }
}

/** All that waits for an address becomes one mail, unless it is to wait longer: collected, or for the quiet hours to end. */
async function makeUpMails(ctx: DeliverContext, tx: Tx, tenantId: string): Promise<void> {
  const now = ctx.clock.now();
  const waiting = Map.groupBy(
    await claimUnaddressed(tx, tenantId, { now, most: mostPerTurn }),
    (delivery) => delivery.emailAddressId,
  );
  if (waiting.size === 0) return;
  const times = await loadMailTimes(tx, tenantId, { emailAddressIds: [...waiting.keys()], now });
  for (const [emailAddressId, deliveries] of waiting) {
    const ofAddress = times.get(emailAddressId);
    const until = ofAddress ? mailableAt(ofAddress, { firstAt: deliveries[0]?.flipAt ?? now, now }) : now;
    if (until <= now) await putIntoMail(tx, tenantId, { messageId: newMessageId(ctx), deliveries });
    else await holdBack(tx, tenantId, { until: earlier(until, new Date(now.getTime() + lookAgainMs)), deliveries });
  }
}

const earlier = (a: Date, b: Date): Date => (a < b ? a : b);

async function sendMail(ctx: SendContext, tenantId: string, messageId: string): Promise<void> {
  const matter = await gatherMatter(ctx, tenantId, messageId);
  await ctx.db.tenant(tenantId, async (tx) => {
    const locked = await lockMail(tx, tenantId, messageId);
    const lines = locked.filter(mayStillBeTold);
    const unwanted = locked.filter((line) => !lines.includes(line));
    await giveUp(tx, tenantId, { messageId, lines: unwanted, reason: notWanted });
    const [first] = lines;
    if (!first) return;
    const until = quietUntil(clockOf(first), quietHoursOf(first), ctx.clock.now());
    // One that was refused may be due again at night.
    if (until > ctx.clock.now()) return putOff(tx, tenantId, { messageId, until });
    const error = await trySending(ctx, { tenantId, messageId, lines, first, matter });
    const now = ctx.clock.now();
    if (error === null) return markSent(tx, tenantId, { messageId, now });
    const refusal = refusalOfAddress(error);
    const mayTryAgain = refusal === null && first.attempts + 1 < mostAttempts;
    const nextAttemptAt = mayTryAgain ? retryAt(first.attempts, now) : null;
    ctx.log.warn({ tenantId, messageId, err: error, nextAttemptAt }, 'a mail could not be sent');
    await markNotSent(tx, tenantId, { messageId, error: reasonOf(error), nextAttemptAt, now });
    // Waits for rows of others, and may be repeated for a deadlock: no mail was taken.
    const { emailAddressId } = first;
    if (refusal !== null) await stopAddress(ctx, tx, { tenantId, emailAddressId, email: null, reason: refusal, now });
  });
}

interface Sending {
  readonly tenantId: string;
  readonly messageId: string;
  readonly lines: readonly MailLine[];
  readonly first: MailLine;
  readonly matter: MailMatter;
}

/** The mail server being away is expected: it becomes a later attempt, not a crash. */
async function trySending(ctx: SendContext, { tenantId, messageId, lines, first, matter }: Sending): Promise<unknown> {
  try {
    const { emailAddressId, email, alertSubject, isCollected } = first;
    const links = linksFor(ctx, { tenantId, emailAddressId });
    const reader = { email, clock: clockOf(first), alertSubject, isCollected };
    const news = lines.map((line) => ({ ...line, risk: matter.risks.get(line.flipId) ?? null }));
    const { pictures } = matter;
    const mail = alertMail({ reader, links, publicUrl: ctx.config.publicUrl, news, pictures });
    await ctx.mailer.send({ ...mail, to: email, messageId }, AbortSignal.timeout(20_000));
    return null;
  } catch (error) {
    return error;
  }
}
