import { mail as mailTransport } from '@app/shared/transports/mail.ts';
import type { Context } from '../../../../../context.ts';
import type { Tx } from '../../../../../lib/db/db.ts';
import { newMessageId } from '../../../../../lib/mail/message-id.ts';
import { everyTurn, mayHaveMore } from '../../../../../lib/jobs/tenant-turns.ts';
import { lookAgainMs } from '../../../../accounts/recipients/held-mail-queries.ts';
import { findTenantsWithMembers, giveUpUnserved } from '../../../outbox/member-queries.ts';
import { insertMessage } from '../../../outbox/message-queries.ts';
import { collectedSince, mailableAt, type MailTimes } from './mail-times.ts';
import { claimUnaddressed, holdBack, loadMailTimes, type PendingDelivery, putIntoMail } from './make-up-queries.ts';

type MakeUpContext = Pick<Context, 'db' | 'clock' | 'random'> & {
  readonly config: Pick<Context['config'], 'publicUrl'>;
};

/** Maximum number of alerts per mail; more at once would mean alerts for several thousand products. */
const mostPerTurn = 20_000;

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
    const until = address ? mailableAt(address, { firstAt: firstSince(deliveries, address), now }) : now;
    if (until > now) {
      const lookAt = earlier(until, new Date(now.getTime() + lookAgainMs));
      const seen = deliveries.filter((one) => one.dueAt <= now || !hasOwnTime(one, address));
      await holdBack(tx, tenantId, { until: lookAt, deliveries: seen });
      continue;
    }
    const messageId = newMessageId(ctx);
    await insertMessage(tx, { ...messageOf(address?.email ?? ''), tenantId, messageId, emailAddressId, ...at(now) });
    await putIntoMail(tx, tenantId, { messageId, deliveries });
  }
}

/** The time from which the first of these is collected. Ends of problems wait for the others. */
function firstSince(deliveries: readonly PendingDelivery[], { collectMinutes }: MailTimes): Date {
  const news = deliveries.filter(({ waitsForNext }) => !waitsForNext);
  const since = (news.length > 0 ? news : deliveries).map((one) => collectedSince(one, collectMinutes).getTime());
  return new Date(Math.min(...since));
}

/** True for an alert that is due later than its change says. Another time would make it due too early. */
const hasOwnTime = (one: PendingDelivery, address: MailTimes | undefined): boolean =>
  collectedSince(one, address?.collectMinutes ?? null) > one.flipAt;

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
