import * as z from 'zod/mini';
import { marketplaceCodes } from '../base/marketplaces.ts';
import { endpoint } from './endpoint.ts';

export const asinExists = endpoint({
  method: 'GET',
  path: '/api/product/asin/exists/:asin',
  summary: 'Where an ASIN is tracked: 404 where there is no such product, 402 where it is tracked nowhere',
  access: 'session',
  params: z.object({ asin: z.string().check(z.regex(/^[A-Za-z0-9]{1,20}$/)) }),
  query: z.object({ marketplace: z.optional(z.enum(marketplaceCodes)) }),
  response: z.object({ trackedMarketplaces: z.array(z.string()) }),
  errors: ['badRequest', 'notFound', 'asinNotTracked'],
  quiet: true,
});
