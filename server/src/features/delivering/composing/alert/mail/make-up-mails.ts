import { hourMs } from '@app/shared/base/time.ts';
import { mail as mailTransport } from '@app/shared/transports/mail.ts';
import type { Context } from '../../../../../context.ts';
import type { Tx } from '../../../../../lib/db/db.ts';
import { newMessageId } from '../../../../../lib/mail/message-id.ts';
import { everyTurn, mayHaveMore } from '../../../../../lib/jobs/tenant-turns.ts';
import { findTenantsWithMembers, giveUpUnserved } from '../../../outbox/member-queries.ts';
import { insertMessage } from '../../../outbox/message-queries.ts';
import { mailableAt } from './mail-times.ts';
import { claimUnaddressed, holdBack, loadMailTimes, type PendingDelivery, putIntoMail } from './make-up-queries.ts';

type MakeUpContext = Pick<Context, 'db' | 'clock' | 'random'> & {
  readonly config: Pick<Context['config'], 'publicUrl'>;
};

/** Maximum number of alerts per mail; more at once would mean alerts for several thousand products. */
const mostPerTurn = 20_000;
/**
 * Waiting alerts are checked again after this time, because a change of settings may have been saved at the same time as
 * their mail was planned.
 */
const lookAgainMs = hourMs;

/**
 * Combines the waiting alerts of an address into one mail, unless they must be collected or quiet hours last. True if
 * those of more tenants may wait.
 */
export async function makeUpAlertMails(ctx: MakeUpContext, turns = everyTurn): Promise<boolean> {
  const due = { transports: [mailTransport.id], now: ctx.clock.now() };
  const taken = await turns.each(
    await ctx.db.acrossTenants((db) => findTenantsWithMembers(db, due)),
    ({ tenantId, isServed }) =>
      ctx.db.tenant(tenantId, (tx) =>
        isServed ? makeUpMailsOf(ctx, tx, tenantId) : giveUpUnserved(tx, tenantId, due),
      ),
  );
  return mayHaveMore(taken);
}

async function makeUpMailsOf(ctx: MakeUpContext, tx: Tx, tenantId: string): Promise<void> {
  const now = ctx.clock.now();
  const waiting = Map.groupBy(
    await claimUnaddressed(tx, tenantId, { now, most: mostPerTurn }),
    (delivery) => delivery.emailAddressId,
  );
  if (waiting.size === 0) return;
  const times = await loadMailTimes(tx, tenantId, { emailAddressIds: [...waiting.keys()], now });
  for (const [emailAddressId, deliveries] of waiting) {
    const address = times.get(emailAddressId);
    const until = address ? mailableAt(address, { firstAt: collectedFrom(deliveries), now }) : now;
    if (until > now) {
      const lookAt = earlier(until, new Date(now.getTime() + lookAgainMs));
      await holdBack(tx, tenantId, { until: lookAt, deliveries: deliveries.filter(({ isDue }) => isDue) });
      continue;
    }
    const messageId = newMessageId(ctx);
    await insertMessage(tx, { ...messageOf(address?.email ?? ''), tenantId, messageId, emailAddressId, ...at(now) });
    await putIntoMail(tx, tenantId, { messageId, deliveries });
  }
}

/** Returns the time from which the first of these is collected. Ends of problems wait for the others. */
function collectedFrom(deliveries: readonly PendingDelivery[]): Date {
  const news = deliveries.filter(({ waitsForNext }) => !waitsForNext);
  return new Date(Math.min(...(news.length > 0 ? news : deliveries).map((one) => one.collectedFrom.getTime())));
}

const at = (now: Date) => ({ createdAt: now, dueAt: now });

const messageOf = (recipient: string) =>
  ({
    transport: mailTransport.id,
    purpose: 'alert',
    targetId: null,
    recipient,
    kind: null,
    subject: null,
    reason: null,
    sealedPayload: null,
  }) as const;

const earlier = (a: Date, b: Date): Date => (a < b ? a : b);
