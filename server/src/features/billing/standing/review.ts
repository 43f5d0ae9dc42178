import { dayMs } from '@app/shared/base/time.ts';
import { addDays, dayOf } from '@app/shared/base/calendar-day.ts';
import { attemptDays, isServed, stateOf, type SubscriptionState } from '@app/shared/domain/billing/subscription.ts';
import type { Context } from '../../../context.ts';
import type { Tx } from '../../../lib/db/db.ts';
import { everyTurn, mayHaveMore } from '../../../lib/jobs/tenant-turns.ts';
import { insertAffiliateEvent } from '../affiliates/affiliate-queries.ts';
import { enqueueBillingMail } from '../mails/enqueue-billing-mail.ts';
import { keptDays } from './blocked-data.ts';
import { priceOfDayAfterTrial } from '../usage/breakdown.ts';
import {
  listReviewsDue,
  lockSubscription,
  restartPeriod,
  saveState,
  switchService,
  type Subscription,
} from './subscription-queries.ts';
import { findUnpaidInvoice } from './unpaid-invoice-queries.ts';

type ReviewContext = Pick<Context, 'db' | 'clock' | 'random' | 'keys' | 'config'>;

const batchSize = 200;

/** Reviews the subscriptions whose state changes by time. True if more are due. */
export async function reviewDue(ctx: ReviewContext, turns = everyTurn): Promise<boolean> {
  const tenantIds = await ctx.db.acrossTenants((db) => listReviewsDue(db, ctx.clock.now(), batchSize));
  const reviewed = await turns.each(tenantIds, (tenantId) =>
    ctx.db.tenant(tenantId, (tx) => review(ctx, tx, tenantId)),
  );
  return mayHaveMore(reviewed, batchSize);
}

/**
 * Brings the stored state of a subscription and the tenant's service up to date with its facts. Everything that changes
 * such a fact calls it in the same transaction.
 */
export async function review(ctx: Omit<ReviewContext, 'db'>, tx: Tx, tenantId: string): Promise<SubscriptionState> {
  const now = ctx.clock.now();
  const subscription = await lockSubscription(tx, tenantId);
  const state = stateOf(subscription, now);
  await saveState(tx, tenantId, { state, reviewAt: nextReview(subscription, now), now });
  if (!subscription.isBeingDeleted) await mailAbout(ctx, tx, { subscription, state });
  if (state === 'canceled' && subscription.state !== 'canceled') await reportEnd(tx, subscription, now);
  const is = isServed(state) && !subscription.isBeingDeleted;
  if (is === subscription.isServed) return state;
  await switchService(tx, tenantId, { isServed: is, at: is ? now : offSince(subscription, state, now) });
  if (is) await restartPeriod(tx, tenantId, dayOf(now));
  return state;
}

/**
 * Returns the instant since which the service is off. While no worker runs, reviews are late: the time after the end of
 * a trial or of a cancelled subscription is not charged for that.
 */
function offSince({ state: before, endsAt, trialEndsAt }: Subscription, state: SubscriptionState, now: Date): Date {
  if (state === 'canceled' && before !== 'exempt') return endsAt ?? now;
  return state === 'missing' && before === 'trial' ? trialEndsAt : now;
}

function reportEnd(tx: Tx, { tenantId, endsAt }: Subscription, now: Date): Promise<void> {
  const eventId = `cancellation:${(endsAt ?? now).toISOString()}`;
  return insertAffiliateEvent(tx, { tenantId, kind: 'cancellation', eventId, at: now });
}

/** The days before the end of the trial on which the owner is reminded of it. */
const reminderDays = [7, 3, 1] as const;
/** An owner with a payment method gets only this reminder. */
const onlyReminderDays = 3;

function nextReview({ trialEndsAt, endsAt }: Subscription, now: Date): Date | null {
  const reminders = reminderDays.map((days) => new Date(trialEndsAt.getTime() - days * dayMs));
  const next = [...reminders, trialEndsAt, ...(endsAt ? [endsAt] : [])].filter((at) => at > now);
  return next.length === 0 ? null : new Date(Math.min(...next.map((at) => at.getTime())));
}

interface ReviewedSubscription {
  readonly subscription: Subscription;
  readonly state: SubscriptionState;
}

/** Mails what the owner has to know about the new state. A mail about the same fact is sent once. */
async function mailAbout(
  ctx: Omit<ReviewContext, 'db'>,
  tx: Tx,
  { subscription, state }: ReviewedSubscription,
): Promise<void> {
  const { tenantId, trialEndsAt } = subscription;
  if (state === 'trial') return remind(ctx, tx, subscription);
  if (state === subscription.state) return undefined;
  if (state === 'missing' && subscription.state === 'trial') {
    return enqueueBillingMail(ctx, tx, { tenantId, kind: 'trialEnded', trialEndedOn: dayOf(trialEndsAt) });
  }
  if (state !== 'suspended' && state !== 'blocked') return undefined;
  const unpaid = await findUnpaidInvoice(tx, tenantId);
  if (!unpaid) return undefined;
  const { number, amountCents, firstAttemptAt } = unpaid;
  const lastAttemptDay = attemptDays.at(-1) ?? 0;
  return enqueueBillingMail(ctx, tx, {
    tenantId,
    number,
    amountCents,
    ...(state === 'suspended'
      ? { kind: 'suspended', blockedOn: addDays(dayOf(firstAttemptAt), lastAttemptDay) }
      : { kind: 'blocked', keptUntil: addDays(dayOf(ctx.clock.now()), keptDays) }),
  });
}

async function remind(ctx: Omit<ReviewContext, 'db'>, tx: Tx, subscription: Subscription): Promise<void> {
  const { tenantId, trialEndsAt, hasPaymentMethod, endsAt } = subscription;
  const now = ctx.clock.now();
  const leftMs = trialEndsAt.getTime() - now.getTime();
  // A reminder that is more than a day late is left out: its number of days would be wrong.
  const daysLeft = reminderDays.find((days) => leftMs <= days * dayMs && leftMs > (days - 1) * dayMs);
  if (daysLeft === undefined || endsAt !== null || (hasPaymentMethod && daysLeft !== onlyReminderDays)) return;
  const { asins, mills } = await priceOfDayAfterTrial(tx, tenantId, dayOf(now));
  await enqueueBillingMail(ctx, tx, {
    tenantId,
    kind: 'trialReminder',
    daysLeft,
    trialEndsOn: dayOf(trialEndsAt),
    asins,
    dayCents: Math.ceil(mills / 10),
    hasPaymentMethod,
  });
}
