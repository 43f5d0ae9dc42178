import type { contract } from '@app/shared/contract/index.ts';
import { paymentStatusOf } from '@app/shared/domain/account/payment-status.ts';
import type { Context } from '../../context.ts';
import type { Handlers } from '../../http/implement.ts';
import { firstPromoter } from '../../external/affiliate/first-promoter.ts';
import { getTenant } from '../accounts/queries.ts';
import { affiliateCode } from './affiliate-code.ts';
import { checkCode, packageFor, packageOf } from './packages.ts';

type BillingContext = Pick<Context, 'db' | 'clock' | 'random' | 'log' | 'config'>;

export function billingRoutes(ctx: BillingContext): Handlers<typeof contract.billing> {
  const affiliates = ctx.config.affiliate && firstPromoter(ctx.config.affiliate, ctx);
  return {
    packageInfo: ({ actor, query, request }) => packageFor(ctx, { actor, code: query.code, ip: request.ip }),

    async inviteCheck({ query, request }) {
      const found = await checkCode(ctx, { code: query.code, ip: request.ip });
      return {
        packageId: found?.packageId ?? null,
        packageDescription: found?.description ?? null,
        personalAffiliateEmail: found?.personalAffiliateEmail ?? null,
      };
    },

    firstPromoter: async ({ query, request }) => ({
      promo_code: await affiliateCode({ ...ctx, affiliates }, { reference: query.ref_id, ip: request.ip }),
    }),

    partnerCards: async () => ({ cards: [...ctx.config.partnerCards] }),

    async paymentStatus({ actor }) {
      const { trialEndsAt, packageId } = await ctx.db.tenant(actor.tenantId, (tx) => getTenant(tx, actor.tenantId));
      const { baseSubscriptionFeeCents, addonSubscriptionFeeCents } = await packageOf(ctx, packageId);
      return {
        paymentStatus: paymentStatusOf({ trialEndsAt, now: ctx.clock.now() }),
        message: null,
        canceled: false,
        packageDetails: {
          baseSubscriptionProducts: 0,
          addonSubscriptionProducts: 0,
          baseSubscriptionFeeCents,
          addonSubscriptionFeeCents,
        },
        addonCount: 0,
        hasPaymentDetails: false,
        paymentMethod: null,
        trialEndsAt: trialEndsAt.toISOString(),
      };
    },
  };
}
