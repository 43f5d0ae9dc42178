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
