import type { contract } from '@app/shared/contract/index.ts';
import type { Context } from '../../context.ts';
import type { Handlers } from '../../http/implement.ts';
import { firstPromoter } from '../../external/affiliate/first-promoter.ts';
import { affiliateCode } from './packages/affiliate-code.ts';
import { checkCode, packageFor } from './packages/packages.ts';
import { describeSubscription } from './standing/payment-status.ts';
import { breakdown, dayDetails, estimateFees, preview } from './usage/breakdown.ts';

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

    paymentStatus: ({ actor }) => describeSubscription(ctx, actor),

    dailyCostBreakdown: ({ actor, query }) => breakdown(ctx, actor, query),

    dailyCostDetails: ({ actor, params }) => dayDetails(ctx, actor, params.day),

    costPreview: ({ actor, query }) => preview(ctx, actor, query.addedAsins),

    async estimate({ actor, request }) {
      const { trialFeeCents } = await packageFor(ctx, { actor, code: undefined, ip: request.ip });
      return estimateFees(ctx, actor, trialFeeCents);
    },
  };
}
