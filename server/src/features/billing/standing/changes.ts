import { AppError } from '@app/shared/base/errors.ts';
import { addDays, dayOf, startOfDay, type Day } from '@app/shared/base/calendar-day.ts';
import { daysOfPeriod, periodFrom } from '@app/shared/domain/billing/period.ts';
import { isServed, stateOf } from '@app/shared/domain/billing/subscription.ts';
import type { Context } from '../../../context.ts';
import type { Actor } from '../../../http/actor.ts';
import { makeUnpaidDue } from '../collecting/due-invoice-queries.ts';
import { checkCode, packageOf } from '../packages/packages.ts';
import { enqueueBillingMail } from '../mails/enqueue-billing-mail.ts';
import { nextBillDay } from '../usage/breakdown.ts';
import { review } from './review.ts';
import { findDiscount, forfeitDiscounts, hasUsedCode, insertDiscount } from './discount-queries.ts';
import {
  lockSubscription,
  noteOfferTaken,
  setDailyFrom,
  setEnd,
  setFrequencyOf,
  type Subscription,
} from './subscription-queries.ts';

type ChangeContext = Pick<Context, 'db' | 'clock' | 'random' | 'keys' | 'config'>;

/**
 * Cancels the subscription: it ends with the trial or with the open period, at once if the service is off already.
 * Discounts end with it, and none is offered again (specification, section 4).
 */
export function cancel(ctx: ChangeContext, { tenantId }: Actor): Promise<{ endsAt: string }> {
  const now = ctx.clock.now();
  return ctx.db.tenant(tenantId, async (tx) => {
    const subscription = await lockSubscription(tx, tenantId);
    const state = stateOf(subscription, now);
    if (subscription.isExempt || state === 'canceled') throw new AppError('notSubscribed');
    // A second tab, or a second click: the first cancellation stands.
    if (subscription.endsAt) return { endsAt: subscription.endsAt.toISOString() };
    const isOn = state === 'trial' || state === 'active' || state === 'failed';
    const endsAt = isOn ? endOfService(subscription, now) : now;
    await setEnd(tx, tenantId, endsAt);
    await forfeitDiscounts(tx, tenantId, { lastDay: addDays(dayOf(endsAt), -1), at: now });
    await review(ctx, tx, tenantId);
    // The service of an account that is to be deleted is off already.
    const lastDay = isOn && !subscription.isBeingDeleted ? dayOf(new Date(endsAt.getTime() - 1)) : null;
    await enqueueBillingMail(ctx, tx, { tenantId, kind: 'canceled', at: now, lastDay });
    return { endsAt: endsAt.toISOString() };
  });
}

/** The end of the trial, or of the period that is open on this day. */
function endOfService({ trialEndsAt, periodFrom: from }: Subscription, now: Date): Date {
  if (now < trialEndsAt) return trialEndsAt;
  let { to } = periodFrom(from);
  // The stored period may have ended already, because its last day is not closed yet.
  while (to < dayOf(now)) to = addDays(to, daysOfPeriod);
  return startOfDay(addDays(to, 1));
}

/** Takes a cancellation back. After the end of the service a payment method is needed and a new period starts. */
export async function resume(ctx: ChangeContext, { tenantId }: Actor): Promise<void> {
  const now = ctx.clock.now();
  await ctx.db.tenant(tenantId, async (tx) => {
    const subscription = await lockSubscription(tx, tenantId);
    if (subscription.endsAt === null) throw new AppError('notSubscribed');
    const hasEnded = subscription.endsAt <= now;
    if (hasEnded && !subscription.hasPaymentMethod) throw new AppError('paymentMethodNeeded');
    await setEnd(tx, tenantId, null);
    const isOn = isServed(await review(ctx, tx, tenantId));
    // Otherwise the open invoices of a suspended account would wait for their next day of an attempt, and those of a
    // blocked account for ever.
    if (!isOn) await makeUnpaidDue(tx, tenantId, now);
    const { isExempt, isBeingDeleted } = await lockSubscription(tx, tenantId);
    // Nothing is watched of an account that is to be deleted, and nothing is charged to an exempt one.
    if (isExempt || isBeingDeleted) return;
    const nextBillOn = isOn ? await nextBillDay(tx, tenantId, dayOf(now)) : null;
    await enqueueBillingMail(ctx, tx, { tenantId, kind: 'resumed', at: now, nextBillOn });
  });
}

/** Starts the subscription with the method on file; one that was cancelled is resumed. */
export async function subscribe(ctx: ChangeContext, { tenantId }: Actor): Promise<void> {
  await ctx.db.tenant(tenantId, async (tx) => {
    const subscription = await lockSubscription(tx, tenantId);
    if (!subscription.hasPaymentMethod) throw new AppError('paymentMethodNeeded');
    if (subscription.endsAt !== null) await setEnd(tx, tenantId, null);
    if (!isServed(await review(ctx, tx, tenantId))) await makeUnpaidDue(tx, tenantId, ctx.clock.now());
  });
}

/** Changes from a package to pricing per ASIN and day, from the next day of UTC. */
export async function switchToDaily(ctx: ChangeContext, { tenantId }: Actor): Promise<{ from: Day }> {
  const from = addDays(dayOf(ctx.clock.now()), 1);
  const { packageId } = await ctx.db.tenant(tenantId, (tx) => lockSubscription(tx, tenantId));
  const { plan } = await packageOf(ctx, packageId);
  return ctx.db.tenant(tenantId, async (tx) => {
    const { dailyFrom } = await lockSubscription(tx, tenantId);
    if (plan === 'daily') throw new AppError('notSubscribed');
    if (dailyFrom !== null) return { from: dailyFrom };
    await setDailyFrom(tx, tenantId, from);
    return { from };
  });
}

/** Specification, section 9: 25 % off for 6 months, offered once to those who cancel. */
export const retentionOffer = { percent: 25, months: 6 };

/** A discount that is given now begins today, or in the trial with the first day after it. */
export const firstDiscountedDay = ({ periodFrom: from }: Pick<Subscription, 'periodFrom'>, now: Date): Day =>
  from > dayOf(now) ? from : dayOf(now);

const forfeitedText = 'A subscription that was cancelled gets no further discount';

/** Applies the discount of a code, or without a code the offer for those who cancel. */
export async function applyDiscount(
  ctx: ChangeContext,
  { tenantId }: Actor,
  { code, ip }: { readonly code: string | undefined; readonly ip: string },
): Promise<{ percent: number; to: Day | null }> {
  const now = ctx.clock.now();
  const chosen = code === undefined ? null : await checkCode(ctx, { code, ip });
  if (code !== undefined && (!chosen || chosen.discount === 0)) {
    throw new AppError('badRequest', { text: 'There is no discount with this code. Please check it' });
  }
  const percent = chosen?.discount ?? retentionOffer.percent;
  const months = chosen?.discountDurationInMonths ?? retentionOffer.months;
  return ctx.db.tenant(tenantId, async (tx) => {
    const subscription = await lockSubscription(tx, tenantId);
    // Specification, section 4: a cancelled subscription has "no future discount eligibility".
    if (subscription.hasForfeitedDiscounts) throw new AppError('offerUsed', { text: forfeitedText });
    const from = firstDiscountedDay(subscription, now);
    const current = await findDiscount(tx, tenantId, from);
    const isUsed =
      code === undefined ? subscription.hasTakenOffer : await hasUsedCode(tx, tenantId, code.toUpperCase());
    if (isUsed || (current !== null && current.percent >= percent)) throw new AppError('offerUsed');
    const to = months === 0 ? null : addDays(from, months * daysOfPeriod - 1);
    const origin = code === undefined ? 'offer' : 'code';
    const used = code === undefined ? {} : { code: code.toUpperCase() };
    await insertDiscount(tx, tenantId, { percent, from, to, origin, createdAt: now, ...used });
    if (code === undefined) await noteOfferTaken(tx, tenantId, now);
    return { percent, to };
  });
}

export async function changeFrequency(
  { db }: Pick<Context, 'db'>,
  { tenantId }: Actor,
  frequency: 'daily' | 'monthly',
): Promise<void> {
  await db.tenant(tenantId, (tx) => setFrequencyOf(tx, tenantId, frequency));
}
