import type { contract } from '@app/shared/contract/index.ts';
import { paymentStatusOf } from '@app/shared/domain/payment-status.ts';
import { standardPackage } from '@app/shared/domain/pricing.ts';
import type { Context } from '../../context.ts';
import type { Handlers } from '../../http/implement.ts';
import { getTenant } from '../accounts/queries.ts';

export function billingRoutes(ctx: Pick<Context, 'db' | 'clock'>): Handlers<typeof contract.billing> {
  return {
    packageInfo: async () => standardPackage,

    async paymentStatus({ actor }) {
      const { trialEndsAt } = await ctx.db.tenant(actor.tenantId, (tx) => getTenant(tx, actor.tenantId));
      return {
        paymentStatus: paymentStatusOf({ trialEndsAt, now: ctx.clock.now() }),
        message: null,
        canceled: false,
        packageDetails: {
          baseSubscriptionProducts: 0,
          addonSubscriptionProducts: 0,
          baseSubscriptionFeeCents: standardPackage.baseSubscriptionFeeCents,
          addonSubscriptionFeeCents: standardPackage.addonSubscriptionFeeCents,
        },
        addonCount: 0,
        hasPaymentDetails: false,
        paymentMethod: null,
        trialEndsAt: trialEndsAt.toISOString(),
      };
    },
  };
}
