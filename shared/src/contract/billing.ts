import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';

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
