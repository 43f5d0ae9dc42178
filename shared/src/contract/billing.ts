import * as z from 'zod/mini';
import { inviteCodeLength } from '../domain/inputs/invite-code.ts';
import { endpoint } from './endpoint.ts';

export const inviteCode = z
  .string()
  .check(z.trim(), z.minLength(inviteCodeLength.least), z.maxLength(inviteCodeLength.most));

export const inviteCheck = endpoint({
  method: 'GET',
  path: '/api/identity/invite/check',
  summary: 'The package that a promo or invite code leads to; all null where there is none',
  access: 'public',
  query: z.object({ code: inviteCode }),
  response: z.object({
    packageId: z.nullable(z.string()),
    packageDescription: z.nullable(z.string()),
    personalAffiliateEmail: z.nullable(z.string()),
  }),
  errors: ['badRequest', 'tooManyRequests'],
  quiet: true,
});

export const firstPromoter = endpoint({
  method: 'GET',
  path: '/api/identity/invite/firstPromoter',
  summary: 'The promo code of the affiliate whose link somebody followed; null where there is none',
  access: 'public',
  query: z.object({ ref_id: z.string().check(z.trim(), z.minLength(1), z.maxLength(100)) }),
  response: z.object({ promo_code: z.nullable(z.string()) }),
  errors: ['badRequest', 'tooManyRequests'],
  quiet: true,
});

export const paymentStatusCall = endpoint({
  method: 'GET',
  path: '/api/billing/payment-status',
  summary: 'Whether the account is in trial, paid, failed or cancelled, and what its package holds',
  access: 'session',
  query: z.object({ timezoneOffsetMinutes: z._default(z.coerce.number().check(z.int(), z.gte(-840), z.lte(840)), 0) }),
  response: z.object({
    paymentStatus: z.int(),
    message: z.nullable(z.string()),
    canceled: z.boolean(),
    packageDetails: z.object({
      baseSubscriptionProducts: z.int(),
      addonSubscriptionProducts: z.int(),
      baseSubscriptionFeeCents: z.int(),
      addonSubscriptionFeeCents: z.int(),
    }),
    addonCount: z.int(),
    hasPaymentDetails: z.boolean(),
    paymentMethod: z.nullable(z.object({ method: z.enum(['card', 'ach']) })),
    trialEndsAt: z.nullable(z.string()),
  }),
  errors: ['badRequest'],
});

export const packageInfo = endpoint({
  method: 'GET',
  path: '/api/identity/package',
  summary: 'What the subscription costs and how long the trial and the first set-up take, also with a code',
  access: 'public',
  /** Addition: the package that a code leads to. Without a code, the viewer's own package or the standard one. */
  query: z.object({ code: z.optional(inviteCode) }),
  response: z.object({
    baseSubscriptionFeeCents: z.int(),
    addonSubscriptionFeeCents: z.int(),
    discount: z.int(),
    discountDurationInMonths: z.int(),
    waitMinutes: z.int(),
    trialFeeCents: z.int(),
    trialMinutes: z.int(),
  }),
  errors: ['badRequest', 'tooManyRequests'],
  quiet: true,
});

/** An offer of a partner, written by the operator. */
export const partnerCardShape = z.object({
  id: z.string().check(z.regex(/^[a-z0-9-]{1,40}$/)),
  title: z.string().check(z.minLength(1), z.maxLength(80)),
  text: z.string().check(z.maxLength(200)),
  label: z.string().check(z.minLength(1), z.maxLength(30)),
  url: z.string().check(z.regex(/^https?:\/\/\S{1,500}$/)),
});
export type PartnerCard = z.output<typeof partnerCardShape>;

export const partnerCards = endpoint({
  method: 'GET',
  path: '/api/webui/partner-cards',
  summary: 'Offers of partners, as the operator has set them; none by default',
  access: 'session',
  response: z.object({ cards: z.array(partnerCardShape) }),
  errors: [],
  quiet: true,
});

export const billingCalls = {
  packageInfo,
  inviteCheck,
  firstPromoter,
  paymentStatus: paymentStatusCall,
  partnerCards,
} as const;
