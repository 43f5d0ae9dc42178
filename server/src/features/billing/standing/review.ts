import { dayMs } from '@app/shared/base/time.ts';
import { dayOf } from '@app/shared/domain/billing/day.ts';
import { isServed, stateOf, type SubscriptionState } from '@app/shared/domain/billing/subscription.ts';
import type { Context } from '../../../context.ts';
import type { Tx } from '../../../lib/db/db.ts';
import { everyTurn } from '../../../lib/jobs/tenant-turns.ts';
import {
  listReviewsDue,
  lockSubscription,
  restartPeriod,
  saveState,
  switchService,
  type Subscription,
} from './subscription-queries.ts';

type ReviewContext = Pick<Context, 'db' | 'clock'>;

const batchSize = 200;

/** Reviews the subscriptions whose state changes by time. True if more are due. */
export async function reviewDue(ctx: ReviewContext, turns = everyTurn): Promise<boolean> {
  const tenantIds = await listReviewsDue(ctx.db.global, ctx.clock.now(), batchSize);
  const reviewed = await turns.each(tenantIds, (tenantId) =>
    ctx.db.tenant(tenantId, (tx) => review(ctx, tx, tenantId)),
  );
  return reviewed.length === batchSize;
}

/**
 * Brings the stored state of a subscription and the tenant's service up to date with its facts. Everything that changes
 * such a fact calls it in the same transaction.
 */
export async function review({ clock }: Pick<Context, 'clock'>, tx: Tx, tenantId: string): Promise<SubscriptionState> {
  const now = clock.now();
  const subscription = await lockSubscription(tx, tenantId);
  const state = stateOf(subscription, now);
  await saveState(tx, tenantId, { state, reviewAt: nextReview(subscription, now) });
  const [was, is] = [isServed(subscription.state), isServed(state)];
  if (was === is) return state;
  await switchService(tx, tenantId, { isServed: is, at: now });
  if (is) await restartPeriod(tx, tenantId, dayOf(now));
  return state;
}

/** The days before the end of the trial on which the owner is reminded of it. */
const reminderDays = [7, 3, 1];

function nextReview({ trialEndsAt, endsAt }: Subscription, now: Date): Date | null {
  const reminders = reminderDays.map((days) => new Date(trialEndsAt.getTime() - days * dayMs));
  const next = [...reminders, trialEndsAt, ...(endsAt ? [endsAt] : [])].filter((at) => at > now);
  return next.length === 0 ? null : new Date(Math.min(...next.map((at) => at.getTime())));
}
