import type { contract } from '@app/shared/contract/index.ts';
import type { Context } from '../../context.ts';
import type { Handlers } from '../../http/implement.ts';
import { firstPromoter } from '../../external/affiliate/first-promoter.ts';
import { rawBodyOf } from '../../http/raw-bodies.ts';
import { getBudgetOf, saveBudgetOf } from './budget/budget-queries.ts';
import { invoicesOf } from './invoices/list-invoices.ts';
import { startSetup, useMethod } from './methods/save-method.ts';
import { affiliateCode } from './packages/affiliate-code.ts';
import { checkCode, packageFor } from './packages/packages.ts';
import { takeEvent } from './provider-events/take-event.ts';
import { applyDiscount, cancel, changeFrequency, resume, subscribe, switchToDaily } from './standing/changes.ts';
import { findDetails } from './standing/details-queries.ts';
import { describeDailyPricing, describeSubscription } from './standing/payment-status.ts';
import { saveDetails } from './standing/save-details.ts';
import { exportBilling } from './usage/export-billing.ts';
import { breakdown, dayDetails, estimateFees, preview } from './usage/breakdown.ts';

type BillingContext = Pick<Context, 'db' | 'clock' | 'random' | 'keys' | 'log' | 'config' | 'payments'>;

export function billingRoutes(ctx: BillingContext): Handlers<typeof contract.billing> {
  const affiliates = ctx.config.affiliates && firstPromoter(ctx.config.affiliates, ctx);
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
      const fees = await estimateFees(ctx, actor, trialFeeCents);
      return { ...fees, reportTo: ctx.config.conversionUrl };
    },

    dailyBillingStatus: ({ actor }) => describeDailyPricing(ctx, actor),
    listInvoices: ({ actor, query }) => invoicesOf(ctx, actor, query.timezoneOffsetMinutes),

    startPaymentSetup: ({ actor, body }) => startSetup(ctx, actor, body.method),
    setCard: ({ actor, body }) => useMethod(ctx, actor, { ...body, method: 'card' }),
    setBankAccount: ({ actor, body }) => useMethod(ctx, actor, { ...body, method: 'ach' }),

    async createSubscription({ actor, body: { token } }) {
      if (token !== undefined) {
        const answer = await useMethod(ctx, actor, { token, method: 'card' });
        if (answer.requiresAction) return answer;
      }
      await subscribe(ctx, actor);
      return { requiresAction: false, clientSecret: null };
    },

    cancelSubscription: ({ actor }) => cancel(ctx, actor),
    resumeSubscription: ({ actor }) => resume(ctx, actor),
    switchToDailyPricing: ({ actor }) => switchToDaily(ctx, actor),
    applyCoupon: ({ actor, body, request }) => applyDiscount(ctx, actor, { code: body.code, ip: request.ip }),
    setFrequency: ({ actor, body }) => changeFrequency(ctx, actor, body.frequency),
    getBudget: async ({ actor }) => ctx.db.snapshot(actor.tenantId, (tx) => getBudgetOf(tx, actor.tenantId)),
    saveBudget: ({ actor, body }) => ctx.db.tenant(actor.tenantId, (tx) => saveBudgetOf(tx, actor.tenantId, body)),

    async exportBilling({ actor, reply }) {
      const csv = await exportBilling(ctx, actor);
      void reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', 'attachment; filename="watchpost-billing.csv"');
      return csv;
    },

    getBillingDetails: ({ actor }) => ctx.db.snapshot(actor.tenantId, (tx) => findDetails(tx, actor.tenantId)),
    saveBillingDetails: ({ actor, body }) => saveDetails(ctx, actor, body),
  };
}

export const paymentHookRoutes = (
  ctx: Pick<Context, 'db' | 'clock' | 'log' | 'config' | 'payments'>,
): Pick<Handlers<typeof contract.hooks>, 'paymentHook'> => ({
  async paymentHook({ request }) {
    const signature = request.headers['stripe-signature'];
    await takeEvent(ctx, { body: rawBodyOf(request), signature: typeof signature === 'string' ? signature : '' });
  },
});
