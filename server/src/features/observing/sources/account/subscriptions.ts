import type { Region } from '@app/shared/base/marketplaces.ts';
import * as z from 'zod/mini';
import { ExternalError, isRefused, OperationRefused } from '../../../../external/marketplace/external-error.ts';
import {
  isBridged,
  type DeliveryPlace,
  type NotificationType,
} from '../../../../external/marketplace/operations/notifications.ts';
import { makeSweepsDue } from '../../push/push-queries.ts';
import { saveRefusal, saveSubscription } from '../../push/subscription-queries.ts';
import { pushTypes } from '../../push/types/registry.ts';
import type { ObservingContext } from '../../worker-context.ts';
import { steppedSource, type StepWork } from '../source.ts';

const progressSchema = z.object({ done: z.array(z.string()) });

/**
 * Subscribes to the notifications of this seller, one type with each step. Checked once a day and at every start of the
 * server, since subscriptions get lost.
 */
export const subscriptions = steppedSource({
  name: 'subscriptions',
  aspects: [],
  scope: 'account',
  everyMinutes: 1440,
  announcedBy: [],
  async step(ctx, work) {
    const done = progressSchema.safeParse(work.progress).data?.done ?? [];
    const type = pushTypes.find((pushType) => !done.includes(pushType.type))?.type;
    if (!ctx.config.notifications || !type) return { state: 'done', progress: null };
    await subscribeIfAllowed(ctx, work, { type, place: placeOf(type, ctx.config.notifications) });
    return { state: 'goOn', progress: { done: [...done, type] } };
  },
});

type Places = Pick<NonNullable<ObservingContext['config']['notifications']>, 'queueArn' | 'awsRegion' | 'eventAccount'>;

/**
 * Returns the destination of a type. Types that Amazon delivers by EventBridge only are refused for our queue, so
 * without a configured event account they stay unsubscribed.
 */
export const placeOf = (type: NotificationType, { queueArn, awsRegion, eventAccount }: Places): DeliveryPlace =>
  eventAccount !== null && isBridged(type)
    ? { eventBridge: { accountId: eventAccount, region: awsRegion } }
    : { sqs: { arn: queueArn } };

interface Subscription {
  readonly type: NotificationType;
  readonly place: DeliveryPlace;
}

/** A type may need a role or a brand that the seller lacks. Its refusal is stored and does not stop the other types. */
async function subscribeIfAllowed(ctx: ObservingContext, work: StepWork, subscription: Subscription): Promise<void> {
  try {
    await subscribe(ctx, work, subscription);
  } catch (error) {
    if (!(error instanceof OperationRefused) && !isRefused(error)) throw error;
    const { key } = work;
    const { type } = subscription;
    const refusal = { ...key, type, reason: error.message, now: ctx.clock.now() };
    ctx.log.info({ ...key, type, reason: error.message }, 'the marketplace does not announce a type to this seller');
    await ctx.db.tenant(key.tenantId, (tx) => saveRefusal(tx, refusal));
  }
}

async function subscribe(
  ctx: ObservingContext,
  { key, access, sources }: StepWork,
  { type, place }: Subscription,
): Promise<void> {
  const destinationId = await ctx.marketplace.ensureDestination(access.region, place);
  const known = await ctx.marketplace.getSubscription(access, type);
  const leadsElsewhere = known !== null && (known.destinationId ?? destinationId) !== destinationId;
  if (leadsElsewhere) await end(ctx, access.region, { type, subscriptionId: known.subscriptionId });
  const subscriptionId =
    known === null || leadsElsewhere
      ? await ctx.marketplace.createSubscription(access, { type, destinationId })
      : known.subscriptionId;
  const now = ctx.clock.now();
  const announced = sources.filter(({ announcedBy }) => announcedBy.includes(type)).map(({ name }) => name);
  await ctx.db.tenant(key.tenantId, async (tx) => {
    const isReplaced = await saveSubscription(tx, { ...key, type, subscriptionId, now });
    if (isReplaced) await makeSweepsDue(tx, key, { sources: announced, now, startsOver: true });
  });
}

/**
 * Ends a subscription that delivers to a former queue. Amazon allows one subscription for each type and seller, and
 * cannot move it to another destination.
 */
async function end(
  { marketplace }: ObservingContext,
  region: Region,
  subscription: { readonly type: NotificationType; readonly subscriptionId: string },
): Promise<void> {
  try {
    await marketplace.deleteSubscription(region, subscription);
  } catch (error) {
    // Another tenant with the same selling partner has ended the subscription at the same moment.
    if (!(error instanceof ExternalError) || error.status !== 404) throw error;
  }
}
