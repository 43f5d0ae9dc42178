import * as z from 'zod/mini';
import { defaultChartDays, isChartDay, mostChartDays } from '../domain/chart-range.ts';
import { endpoint } from './endpoint.ts';

export const productIdShape = z.string().check(z.regex(/^[1-9][0-9]{0,17}$/));
export const lookbackDaysShape = z._default(
  z.coerce.number().check(z.int(), z.gte(1), z.lte(mostChartDays)),
  defaultChartDays,
);
const day = z.string().check(z.refine(isChartDay, 'Dates are written as YYYY-MM-DD, as in 2026-03-31'));

/** The last days, or (addition) a range of dates of the marketplace, the last one included. */
export const rangeShape = { lookbackDays: lookbackDaysShape, from: z.optional(day), to: z.optional(day) };

/** With a product, its family is the products with the same parent in its marketplace, whatever `productGroupId` says. */
const family = {
  productGroupId: z.optional(z.string().check(z.minLength(1), z.maxLength(50))),
  productId: z.optional(productIdShape),
};

/** `null`: nobody knows. */
const units = z.nullable(z.int());

export const salesBreakdown = endpoint({
  method: 'GET',
  path: '/api/order/daily-breakdown',
  summary: 'Units sold by day of the marketplace, of a product and of all its variations',
  access: 'session',
  query: z.object({ ...family, ...rangeShape }),
  response: z.object({
    /** Oldest first, one entry a day. */
    sales: z.array(
      z.object({
        /** `YYYY-MM-DD`, of the marketplace. */
        date: z.string(),
        soldUnitsAllVariations: units,
        /** `null` also where no product was named. */
        soldUnitsThisVariation: units,
        /** Of these, with at least one promotion. */
        promotionUnitsThisVariation: units,
        /** What this variation would usually sell on such a day; absent where nobody can say, and of today. */
        expectedThisVariation: z.optional(z.object({ low: z.int(), high: z.int() })),
        /** Whether this variation could not be bought for part of the day. */
        wasOutOfStock: z.boolean(),
        /** False while more may be sold or is still to be read: today, and days since orders could not be read. */
        final: z.boolean(),
      }),
    ),
    hasVariations: z.boolean(),
  }),
  errors: ['badRequest', 'notFound'],
  quiet: true,
});
export type SalesDay = z.output<typeof salesBreakdown.response>['sales'][number];

export const promotionsBreakdown = endpoint({
  method: 'GET',
  path: '/api/order/promotions-daily-breakdown',
  summary: 'Units and orders by promotion code and day, of a product and all its variations',
  access: 'session',
  query: z.object({ ...family, ...rangeShape }),
  response: z.object({
    /** `YYYY-MM-DD` of the marketplace, oldest first. */
    dates: z.array(z.string()),
    /** The code with the most units first; `units` and `orders` stand in the order of `dates`. */
    promotions: z.array(
      z.object({
        code: z.string(),
        totalUnits: z.int(),
        totalOrders: z.int(),
        units: z.array(units),
        orders: z.array(units),
      }),
    ),
  }),
  errors: ['badRequest', 'notFound'],
  quiet: true,
});
export type PromotionSeries = z.output<typeof promotionsBreakdown.response>['promotions'][number];
