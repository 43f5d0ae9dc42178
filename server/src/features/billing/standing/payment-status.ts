import type { paymentStatusCall } from '@app/shared/contract/billing.ts';
import type { Answer } from '@app/shared/contract/endpoint.ts';
import { dayOf, periodFrom } from '@app/shared/domain/billing/day.ts';
import { paymentStatusOf, stateOf } from '@app/shared/domain/billing/subscription.ts';
import type { Context } from '../../../context.ts';
import type { Actor } from '../../../http/actor.ts';
import type { Tx } from '../../../lib/db/db.ts';
import { packageOf } from '../packages/packages.ts';
import { findDiscount, getSubscription } from './subscription-queries.ts';

/** Returns the code of section 4 for the tenant's subscription. */
export async function findPaymentStatus(tx: Tx, tenantId: string, now: Date): Promise<number> {
  return paymentStatusOf(stateOf(await getSubscription(tx, tenantId), now));
}

type StatusContext = Pick<Context, 'db' | 'clock'>;

export async function describeSubscription(
  ctx: StatusContext,
  { tenantId }: Actor,
): Promise<Answer<typeof paymentStatusCall>> {
  const now = ctx.clock.now();
  const { subscription, discount } = await ctx.db.snapshot(tenantId, async (tx) => ({
    subscription: await getSubscription(tx, tenantId),
    discount: await findDiscount(tx, tenantId, dayOf(now)),
  }));
  const { trialEndsAt, packageId, addonCount, frequency, billingName, endsAt } = subscription;
  const chosen = await packageOf(ctx, packageId);
  const isDaily = chosen.plan === 'daily' || (subscription.dailyFrom !== null && subscription.dailyFrom <= dayOf(now));
  return {
    paymentStatus: paymentStatusOf(stateOf(subscription, now)),
    message: null,
    canceled: endsAt !== null,
    packageDetails: {
      baseSubscriptionProducts: chosen.baseProducts,
      addonSubscriptionProducts: chosen.addonProducts,
      baseSubscriptionFeeCents: chosen.baseSubscriptionFeeCents,
      addonSubscriptionFeeCents: chosen.addonSubscriptionFeeCents,
    },
    addonCount,
    hasPaymentDetails: subscription.hasPaymentMethod,
    paymentMethod: null,
    trialEndsAt: trialEndsAt.toISOString(),
    plan: isDaily ? 'daily' : 'package',
    frequency,
    period: now < trialEndsAt ? null : periodFrom(subscription.periodFrom),
    endsAt: endsAt?.toISOString() ?? null,
    discount,
    offers: { retention: !subscription.hasTakenOffer, newPricing: !isDaily },
    billingName,
    isPaymentSetUp: false,
  };
}
