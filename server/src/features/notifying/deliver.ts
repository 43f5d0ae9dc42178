import type { Context } from '../../context.ts';
import type { Tx } from '../../lib/db/db.ts';
import type { Mailer } from '../../lib/mail/mailer.ts';
import { newMessageId } from '../../lib/mail/send-now.ts';
import { alertMail } from './alert-mail.ts';
import {
  claimUnaddressed,
  findTenantsToTell,
  listDueMails,
  lockMail,
  markNotSent,
  markSent,
  putIntoMail,
  type MailLine,
  type PendingDelivery,
} from './queries.ts';
import { reasonOf, retryAt } from './retry.ts';

type DeliverContext = Pick<Context, 'db' | 'clock' | 'random' | 'log' | 'mailer' | 'config'>;

/** A mail tells at most so many things; the rest goes into the next one. */
const mostPerMail = 50;
const batchSize = 500;
/** A mail server may be away for most of a day. */
const mostAttempts = 24;

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

async function makeUpMails(ctx: DeliverContext, tx: Tx, tenantId: string): Promise<void> {
  const deliveries = await claimUnaddressed(tx, tenantId, { now: ctx.clock.now(), most: batchSize });
  for (const ofAddress of Map.groupBy(deliveries, (delivery) => delivery.emailAddressId).values()) {
    for (const part of partsOf(ofAddress)) {
      await putIntoMail(tx, tenantId, { messageId: newMessageId(ctx), deliveries: part });
    }
  }
}

function partsOf(deliveries: readonly PendingDelivery[]): PendingDelivery[][] {
  const parts: PendingDelivery[][] = [];
  for (let start = 0; start < deliveries.length; start += mostPerMail) {
    parts.push(deliveries.slice(start, start + mostPerMail));
  }
  return parts;
}

async function sendMail(
  ctx: DeliverContext & { readonly mailer: Mailer },
  tenantId: string,
  messageId: string,
): Promise<void> {
  await ctx.db.tenant(tenantId, async (tx) => {
    const lines = await lockMail(tx, tenantId, messageId);
    const [first] = lines;
    if (!first) return;
    const error = await trySending(ctx, lines, messageId);
    const now = ctx.clock.now();
    if (error === null) return markSent(tx, tenantId, { messageId, now });
    const nextAttemptAt = first.attempts + 1 < mostAttempts ? retryAt(first.attempts, now) : null;
    ctx.log.warn({ tenantId, messageId, err: error, nextAttemptAt }, 'a mail could not be sent');
    return markNotSent(tx, tenantId, { messageId, error: reasonOf(error), nextAttemptAt, now });
  });
}

/** The mail server being away is expected: it becomes a later attempt, not a crash. */
async function trySending(
  ctx: DeliverContext & { readonly mailer: Mailer },
  lines: readonly MailLine[],
  messageId: string,
): Promise<unknown> {
  const email = lines[0]?.email ?? '';
  try {
    const mail = alertMail({ email, publicUrl: ctx.config.publicUrl, news: lines });
    await ctx.mailer.send({ ...mail, to: email, messageId });
    return null;
  } catch (error) {
    return error;
  }
}
