import type { Context } from '../../../../context.ts';
import type { PushService } from '../../../../external/push/push-service.ts';
import type { Tx } from '../../../../lib/db/db.ts';
import { reasonOf } from '../../../../lib/mail/refusal.ts';
import {
  claimUnpushed,
  forgetBrowser,
  listDuePushes,
  lockPush,
  putIntoPush,
  type PendingPush,
  type PushLine,
} from './push-queries.ts';
import { pushPayload } from './push-payload.ts';
import { openSubscription } from '../../channels/push-subscriptions.ts';
import { findTenantsToTell, giveUp, markNotSent, markSent } from './queries.ts';
import { retryAt } from './retry.ts';
import { notWanted, stillTold } from './still-told.ts';

type DeliverContext = Pick<Context, 'db' | 'clock' | 'random' | 'log' | 'keys' | 'push'>;
type PushContext = DeliverContext & { readonly push: PushService };

/** What happens at once is told one by one up to here; more become one message that says how many. */
const mostSingles = 3;
const batchSize = 1000;
/** Browsers name their push services: one that keeps us waiting holds up its own tenant, and that not for long. */
const atOnce = 4;
const mostPerTurn = 20;
/** About five hours: news that is older is on the dashboard and in the mail, and no interruption any more. */
const mostAttempts = 10;

/**
 * Tells browsers what flips have put into the outbox, by the rules of mail: messages are made up and named, then each is
 * sent while its rows are locked. One that is sent twice because a process died has the same tag, and is shown once.
 */
export async function deliverPushes(ctx: DeliverContext): Promise<void> {
  const { push } = ctx;
  if (!push) return;
  const waiting = await findTenantsToTell(ctx.db.global, 'push', ctx.clock.now());
  const takeTurns = async () => {
    for (let tenantId = waiting.shift(); tenantId !== undefined; tenantId = waiting.shift()) {
      await tellTenant({ ...ctx, push }, tenantId);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, takeTurns));
}

async function tellTenant(ctx: PushContext, tenantId: string): Promise<void> {
  await ctx.db.tenant(tenantId, (tx) => makeUpPushes(ctx, tx, tenantId));
  const limits = { now: ctx.clock.now(), most: mostPerTurn };
  const messageIds = await ctx.db.tenant(tenantId, (tx) => listDuePushes(tx, tenantId, limits));
  for (const messageId of messageIds) await sendPush(ctx, tenantId, messageId);
}

async function makeUpPushes(ctx: DeliverContext, tx: Tx, tenantId: string): Promise<void> {
  const pending = await claimUnpushed(tx, tenantId, { now: ctx.clock.now(), most: batchSize });
  for (const ofBrowser of Map.groupBy(pending, (delivery) => delivery.pushSubscriptionId).values()) {
    for (const deliveries of messagesOf(ofBrowser)) {
      await putIntoPush(tx, tenantId, { messageId: `push-${ctx.random.uuid()}`, deliveries });
    }
  }
}

const messagesOf = (deliveries: readonly PendingPush[]): readonly (readonly PendingPush[])[] =>
  deliveries.length > mostSingles ? [deliveries] : deliveries.map((delivery) => [delivery]);

async function sendPush(ctx: PushContext, tenantId: string, messageId: string): Promise<void> {
  await ctx.db.tenant(tenantId, async (tx) => {
    const locked = await lockPush(tx, tenantId, { messageId, now: ctx.clock.now() });
    const lines = locked.filter((line) => stillTold(line).push);
    const unwanted = locked.filter((line) => !lines.includes(line));
    await giveUp(tx, tenantId, { messageId, lines: unwanted, reason: notWanted });
    const [first] = lines;
    if (!first) return;
    const outcome = await trySending(ctx, { tenantId, messageId, lines, first });
    const now = ctx.clock.now();
    if (outcome === 'sent') return markSent(tx, tenantId, { messageId, now });
    if (outcome === 'gone') {
      await forgetBrowser(tx, tenantId, first.pushSubscriptionId);
      return markNotSent(tx, tenantId, { messageId, error: 'The browser is gone', nextAttemptAt: null, now });
    }
    const nextAttemptAt = first.attempts + 1 < mostAttempts ? retryAt(first.attempts, now) : null;
    ctx.log.warn({ tenantId, messageId, err: outcome.error, nextAttemptAt }, 'a browser could not be told');
    return markNotSent(tx, tenantId, { messageId, error: reasonOf(outcome.error), nextAttemptAt, now });
  });
}

interface Sending {
  readonly tenantId: string;
  readonly messageId: string;
  readonly lines: readonly PushLine[];
  readonly first: PushLine;
}

/** A push service being away is expected: it becomes a later attempt, not a crash. */
async function trySending(
  ctx: PushContext,
  { tenantId, messageId, lines, first }: Sending,
): Promise<'sent' | 'gone' | { readonly error: unknown }> {
  const { endpointHash, sealed } = first;
  if (endpointHash === null || sealed === null) return 'gone';
  try {
    const target = openSubscription(ctx.keys, { tenantId, endpointHash, sealed });
    return await ctx.push.send(
      target,
      {
        payload: JSON.stringify(pushPayload({ news: lines, messageId })),
        isUrgent: lines.some(({ colour }) => colour === 'RED'),
      },
      AbortSignal.timeout(5000),
    );
  } catch (error) {
    return { error };
  }
}
