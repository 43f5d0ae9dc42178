import * as z from 'zod/mini';
import { isRefused, OperationRefused } from '../../../../external/marketplace/external-error.ts';
import {
  isBridged,
  type DeliveryPlace,
  type NotificationType,
} from '../../../../external/marketplace/notifications.ts';
import type { DueWork } from '../../sweeping/due-work.ts';
import { sources } from '../registry.ts';
import { beginPass, finishPass, saveProgress } from '../../sweeping/sweep-queries.ts';
import type { ObservingContext } from '../../worker-context.ts';
import { makeSweepsDue } from '../../push/push-queries.ts';
import { saveRefusal, saveSubscription } from '../../push/subscription-queries.ts';
import { pushTypes } from '../../push/types/registry.ts';

const dayMs = 86_400_000;
const sourcesAnnouncedBy = (type: NotificationType): readonly string[] =>
  sources.filter(({ announcedBy }) => announcedBy.includes(type)).map(({ name }) => name);

const progressSchema = z.object({ done: z._default(z.array(z.string()), []) });

/**
 * Has the marketplace announce changes of this seller; looked at once a day and at every start, as one may be lost. There
 * are more types than questions at once are allowed: a pass goes on where the quota had ended.
 */
export async function runSubscribing(ctx: ObservingContext, { key, row, access }: DueWork): Promise<void> {
  const passStartedAt = row.passStartedAt ?? ctx.clock.now();
  if (!row.passStartedAt) await ctx.db.tenant(key.tenantId, (tx) => beginPass(tx, key, passStartedAt));
  const done = row.passStartedAt ? (progressSchema.safeParse(row.progress).data?.done ?? []) : [];
  if (ctx.config.notifications) {
    for (const { type } of pushTypes) {
      if (done.includes(type)) continue;
      await subscribeIfAllowed(ctx, { key, access, type, place: placeOf(type, ctx.config.notifications) });
      done.push(type);
      const save = { passStartedAt, progress: { done } };
      if (!(await ctx.db.tenant(key.tenantId, (tx) => saveProgress(tx, key, save)))) return;
    }
  }
  const now = ctx.clock.now();
  const everyMs = dayMs / ctx.config.checkSpeedup;
  const dueAt = new Date(now.getTime() + everyMs);
  await ctx.db.tenant(key.tenantId, (tx) => finishPass(tx, key, { passStartedAt, now, dueAt, everyMs }));
}

type Places = Pick<NonNullable<ObservingContext['config']['notifications']>, 'queueArn' | 'awsRegion' | 'eventAccount'>;

/** Without an account for events Amazon refuses the types that come by them, and their sweeps keep their pace. */
export const placeOf = (type: NotificationType, { queueArn, awsRegion, eventAccount }: Places): DeliveryPlace =>
  eventAccount !== null && isBridged(type)
    ? { eventBridge: { accountId: eventAccount, region: awsRegion } }
    : { sqs: { arn: queueArn } };

interface Subscribing extends Pick<DueWork, 'key' | 'access'> {
  readonly type: NotificationType;
  readonly place: DeliveryPlace;
}

/**
 * A type may need a role, or a brand, that the seller does not have: the refusal concerns this type alone, and is asked
 * about again the next day.
 */
async function subscribeIfAllowed(ctx: ObservingContext, subscribing: Subscribing): Promise<void> {
  try {
    await subscribe(ctx, subscribing);
  } catch (error) {
    if (!(error instanceof OperationRefused) && !isRefused(error)) throw error;
    const { key, type } = subscribing;
    const refusal = { ...key, type, reason: error.message, now: ctx.clock.now() };
    ctx.log.info({ ...key, type, reason: error.message }, 'the marketplace does not announce a type to this seller');
    await ctx.db.tenant(key.tenantId, (tx) => saveRefusal(tx, refusal));
  }
}

async function subscribe(ctx: ObservingContext, { key, access, type, place }: Subscribing): Promise<void> {
  let subscriptionId = await ctx.marketplace.getSubscription(access, type);
  if (subscriptionId === null) {
    const destinationId = await ctx.marketplace.ensureDestination(access.region, place);
    subscriptionId = await ctx.marketplace.createSubscription(access, { type, destinationId });
  }
  const subscription = { ...key, type, subscriptionId, now: ctx.clock.now() };
  await ctx.db.tenant(key.tenantId, async (tx) => {
    const isReplaced = await saveSubscription(tx, subscription);
    if (isReplaced) await makeSweepsDue(tx, key, { sources: sourcesAnnouncedBy(type), now: subscription.now });
  });
}
