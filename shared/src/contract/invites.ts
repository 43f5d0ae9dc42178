import * as z from 'zod/mini';
import { inviteCodeLength } from '../domain/invite-code.ts';
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
