import * as z from 'zod/mini';
import { endpoint, tokenScopes } from '../endpoint.ts';

export const apiMe = endpoint({
  method: 'GET',
  path: '/api/v1/me',
  summary: 'The person whose rights the token has, the company, and what the token may do',
  access: 'token',
  response: z.object({
    email: z.string(),
    company: z.string(),
    isOwner: z.boolean(),
    /** What the token may do. */
    scopes: z.array(z.enum(tokenScopes)),
    expiresAt: z.string(),
    sellerAccounts: z.array(
      z.object({ sellerId: z.string(), name: z.string(), region: z.string(), marketplaces: z.array(z.string()) }),
    ),
  }),
  errors: [],
});
