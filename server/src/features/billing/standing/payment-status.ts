import type { dailyBillingStatus, paymentStatusCall } from '@app/shared/contract/billing.ts';
import type { Answer } from '@app/shared/contract/endpoint.ts';
import { dayOf } from '@app/shared/base/calendar-day.ts';
import { periodFrom } from '@app/shared/domain/billing/period.ts';
import { hasDailyPricing } from '@app/shared/domain/billing/package.ts';
import { paymentStatusOf, stateOf } from '@app/shared/domain/billing/subscription.ts';
import type { Context } from '../../../context.ts';
import type { Actor } from '../../../http/actor.ts';
import type { Tx } from '../../../lib/db/db.ts';
import { findMethods } from '../methods/method-queries.ts';
import { packageOf } from '../packages/packages.ts';
import { firstDiscountedDay, retentionOffer } from './changes.ts';
import { findDiscount } from './discount-queries.ts';
import { paymentMessage } from './payment-message.ts';
import { getSubscription } from './subscription-queries.ts';
import { findUnpaidInvoice } from './unpaid-invoice-queries.ts';

/** Returns the code of the specification, section 4, for the tenant's subscription. */
export async function findPaymentStatus(tx: Tx, tenantId: string, now: Date): Promise<number> {
  return paymentStatusOf(stateOf(await getSubscription(tx, tenantId), now));
}

type StatusContext = Pick<Context, 'db' | 'clock' | 'payments'>;

export async function describeSubscription(
  ctx: StatusContext,
  { tenantId }: Actor,
): Promise<Answer<typeof paymentStatusCall>> {
  const now = ctx.clock.now();
  const { subscription, discount, nextDiscount, methods, unpaid } = await ctx.db.snapshot(tenantId, async (tx) => {
    const found = await getSubscription(tx, tenantId);
    return {
      subscription: found,
      discount: await findDiscount(tx, tenantId, dayOf(now)),
      nextDiscount: await findDiscount(tx, tenantId, firstDiscountedDay(found, now)),
      methods: await findMethods(tx, tenantId),
      unpaid: await findUnpaidInvoice(tx, tenantId),
    };
  });
  const { trialEndsAt, packageId, addonCount, frequency, billingName, endsAt } = subscription;
  const chosen = await packageOf(ctx, packageId);
  const isDaily = hasDailyPricing({ ...subscription, plan: chosen.plan }, dayOf(now));
  return {
    paymentStatus: paymentStatusOf(stateOf(subscription, now)),
    message: paymentMessage(unpaid, methods.method),
    canceled: endsAt !== null,
    packageDetails: {
      baseSubscriptionProducts: chosen.baseProducts,
      addonSubscriptionProducts: chosen.addonProducts,
      baseSubscriptionFeeCents: chosen.baseSubscriptionFeeCents,
      addonSubscriptionFeeCents: chosen.addonSubscriptionFeeCents,
    },
    addonCount,
    hasPaymentDetails: subscription.hasPaymentMethod,
    paymentMethod: methods.method,
    pendingMethod: methods.pending,
    trialEndsAt: trialEndsAt.toISOString(),
    plan: isDaily ? 'daily' : 'package',
    frequency,
    period: now < trialEndsAt ? null : periodFrom(subscription.periodFrom),
    endsAt: endsAt?.toISOString() ?? null,
    discount,
    offers: {
      // The offer is of no use to a customer who has at least as high a discount, and applying it would be refused.
      retention: !subscription.hasTakenOffer && (nextDiscount?.percent ?? 0) < retentionOffer.percent,
      newPricing: !isDaily && subscription.dailyFrom === null,
      coupons: !subscription.hasForfeitedDiscounts,
    },
    billingName,
    isPaymentSetUp: ctx.payments !== null,
  };
}

/** Tells whether the tenant pays per ASIN and day, or when that begins. */
export async function describeDailyPricing(
  ctx: Pick<Context, 'db' | 'clock'>,
  { tenantId }: Actor,
): Promise<Answer<typeof dailyBillingStatus>> {
  const subscription = await ctx.db.snapshot(tenantId, (tx) => getSubscription(tx, tenantId));
  const { dailyFrom, packageId } = subscription;
  const { plan } = await packageOf(ctx, packageId);
  const isDaily = hasDailyPricing({ plan, dailyFrom }, dayOf(ctx.clock.now()));
  const message = !isDaily && dailyFrom !== null ? `Pricing per ASIN and day begins on ${dailyFrom}.` : null;
  return { hasDailyPricing: isDaily, message };
}
