import * as z from 'zod/mini';
import { endpoint, tokenScopes } from '../endpoint.ts';
import { rowId } from '../shapes.ts';
import { dayShape, measureShape, moneyShape, pageOf, pageQuery } from './shapes.ts';

export const apiMe = endpoint({
  method: 'GET',
  path: '/api/v1/me',
  summary: 'The person whose rights the token has, the company, and what the token may do',
  access: 'token',
  response: z.object({
    email: z.string(),
    company: z.string(),
    isOwner: z.boolean(),
    scopes: z.array(z.enum(tokenScopes)),
    expiresAt: z.string(),
    sellerAccounts: z.array(
      z.object({ sellerId: z.string(), name: z.string(), region: z.string(), marketplaces: z.array(z.string()) }),
    ),
  }),
  errors: [],
});

export const listFreshness = endpoint({
  method: 'GET',
  path: '/api/v1/freshness',
  summary:
    'When each source was last checked, ordered by seller account, marketplace and source; `isLate` tells what is stale',
  access: 'token',
  scope: 'catalogue:read',
  query: z.object({ ...pageQuery, late: z.optional(z.enum(['true', 'false'])) }),
  response: pageOf(
    z.object({
      sellerId: rowId,
      marketplace: z.string(),
      source: z.string(),
      aspects: z.array(z.string()),
      lastCheckedAt: z.nullable(z.string()),
      every: measureShape,
      isLate: z.boolean(),
    }),
  ),
  errors: ['badRequest'],
});

export const listCosts = endpoint({
  method: 'GET',
  path: '/api/v1/costs',
  summary: 'The cost of each closed day of UTC, newest first; only for tokens of the owner',
  access: 'token',
  scope: 'billing:read',
  query: z.object({ ...pageQuery, from: z.optional(dayShape), to: z.optional(dayShape) }),
  response: z.extend(
    pageOf(
      z.object({
        /** `YYYY-MM-DD` in UTC. */
        date: z.string(),
        asins: measureShape,
        amount: moneyShape,
        amountBeforeDiscount: moneyShape,
        discountPercent: z.int(),
        isTrial: z.boolean(),
      }),
    ),
    {
      /** The open period of thirty days. */
      period: z.object({
        from: z.string(),
        to: z.string(),
        isTrial: z.boolean(),
        toDate: moneyShape,
        forecast: moneyShape,
        nextBill: moneyShape,
        nextBillOn: z.string(),
      }),
    },
  ),
  errors: ['badRequest', 'forbidden'],
});
