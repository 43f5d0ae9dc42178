import * as z from 'zod/mini';
import { marketplaceCodes } from '../../base/marketplaces.ts';
import { lookbackDaysShape, productIdShape, productTimeline } from '../catalog.ts';
import { endpoint } from '../endpoint.ts';
import { rowId } from '../shapes.ts';
import { dayShape, issueStatusNames, measureShape, moneyShape, pageOf, pageQuery, productRef } from './shapes.ts';

const apiProduct = z.extend(productRef, {
  sellerId: rowId,
  /** The title of the product at the marketplace, which is not a text of Watchpost. */
  title: z.nullable(z.string()),
  parentAsin: z.nullable(z.string()),
  imageUrl: z.nullable(z.string()),
  marketplaceUrl: z.string(),
  isActive: z.nullable(z.boolean()),
  price: moneyShape,
  fbaFee: moneyShape,
  starRating: measureShape,
  reviews: measureShape,
  bestSellerRank: measureShape,
  openIssues: z.object({ alerts: z.int(), warnings: z.int() }),
});

const productFilter = {
  /** Search words. A product matches if every word occurs in its name or ASIN. */
  q: z.optional(z.string().check(z.maxLength(200))),
  marketplace: z.optional(z.enum(marketplaceCodes)),
  sellerId: z.optional(rowId),
};

export const listProducts = endpoint({
  method: 'GET',
  path: '/api/v1/products',
  summary: 'The tracked products, the newest first',
  access: 'token',
  scope: 'catalogue:read',
  query: z.object({ ...pageQuery, ...productFilter }),
  response: pageOf(apiProduct),
  errors: ['badRequest'],
});

export const getProduct = endpoint({
  method: 'GET',
  path: '/api/v1/products/:productId',
  summary: 'One product with its stock, its issues, and when each part of it was last checked',
  access: 'token',
  scope: 'catalogue:read',
  params: z.object({ productId: productIdShape }),
  response: z.extend(apiProduct, {
    stock: z.object({ atAmazon: measureShape, inbound: measureShape, atSeller: measureShape }),
    issues: z.array(
      z.object({
        watchDogId: z.string(),
        watchdog: z.string(),
        title: z.string(),
        level: z.enum(['alert', 'warning']),
        message: z.nullable(z.string()),
        since: z.nullable(z.string()),
        status: z.enum(issueStatusNames),
        mutedUntil: z.nullable(z.string()),
      }),
    ),
    freshness: z.array(z.object({ aspect: z.string(), lastCheckedAt: z.nullable(z.string()), isLate: z.boolean() })),
  }),
  errors: ['badRequest', 'notFound'],
});

export const getTimeline = endpoint({
  method: 'GET',
  path: '/api/v1/products/:productId/timeline',
  summary:
    'Every change of a product on one time axis; amounts are in cents of `currency`, ratings in tenths of a star',
  access: 'token',
  scope: 'catalogue:read',
  params: z.object({ productId: productIdShape }),
  query: z.object({ lookbackDays: lookbackDaysShape }),
  response: productTimeline.response,
  errors: ['badRequest', 'notFound'],
});

export const listSales = endpoint({
  method: 'GET',
  path: '/api/v1/sales',
  summary: 'Units sold by day of the marketplace and seller account, newest first; 30 days unless asked otherwise',
  access: 'token',
  scope: 'catalogue:read',
  query: z.object({
    ...pageQuery,
    from: z.optional(dayShape),
    to: z.optional(dayShape),
    productId: z.optional(productIdShape),
    marketplace: z.optional(z.enum(marketplaceCodes)),
  }),
  response: pageOf(
    z.object({
      /** `YYYY-MM-DD` in `timeZone`. */
      date: z.string(),
      timeZone: z.string(),
      marketplace: z.string(),
      sellerId: rowId,
      unitsSold: measureShape,
      /** The units that were sold with a promotion. */
      promotionUnits: measureShape,
      /** False while the numbers may still grow. */
      isFinal: z.boolean(),
    }),
  ),
  errors: ['badRequest', 'notFound'],
});

export const listStock = endpoint({
  method: 'GET',
  path: '/api/v1/stock',
  summary: 'The stock of the tracked products and how long it lasts, the newest product first',
  access: 'token',
  scope: 'catalogue:read',
  query: z.object({ ...pageQuery, ...productFilter }),
  response: pageOf(
    z.object({
      product: productRef,
      sellerId: rowId,
      atAmazon: measureShape,
      inbound: measureShape,
      atSeller: measureShape,
      /** The average number of units sold per day, over days with stock only. */
      soldPerDay: measureShape,
      /** The number of days until the sellable units are gone at this pace. */
      daysLeft: measureShape,
    }),
  ),
  errors: ['badRequest'],
});
