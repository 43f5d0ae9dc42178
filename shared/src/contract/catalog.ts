import * as z from 'zod/mini';
import { defaultChartDays, isChartDay, mostChartDays } from '../domain/chart-range.ts';
import { colours } from '../base/severity.ts';
import { endpoint } from './endpoint.ts';
import { marketplaceCodes } from '../base/marketplaces.ts';

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

export const rankBreakdown = endpoint({
  method: 'GET',
  path: '/api/product/rank/daily-breakdown',
  summary: 'The best-seller rank of a product by day of its marketplace: the average of its hours',
  access: 'session',
  query: z.object({ productId: productIdShape, ...rangeShape }),
  response: z.object({
    /** Oldest first, one entry a day. */
    ranks: z.array(
      z.object({
        /** `YYYY-MM-DD`, of the marketplace. */
        date: z.string(),
        /** `null` where none was seen. */
        rank: z.nullable(z.int()),
        /** False for today. */
        final: z.boolean(),
      }),
    ),
  }),
  errors: ['badRequest', 'notFound'],
  quiet: true,
});
export type RankDay = z.output<typeof rankBreakdown.response>['ranks'][number];

/** ISO instant. */
const at = z.string();
/** In the smallest unit of the currency; `null`: nobody knows, or there is none. */
const cents = z.nullable(z.int());

const timelineEvent = z.object({
  id: z.string(),
  at,
  /** The watchdog that told it; `null` where it is the seller's own change of the price. */
  type: z.nullable(z.string()),
  /** Of the item, to find it on the page; `null` as above. */
  watchDogId: z.nullable(z.string()),
  /** `null` where it is neither good nor bad. */
  colour: z.nullable(z.enum(colours)),
  from: z.nullable(z.string()),
  to: z.nullable(z.string()),
  message: z.nullable(z.string()),
});
export type TimelineEvent = z.output<typeof timelineEvent>;

const buyBoxLane = z.array(
  z.object({
    at,
    /** `null`: the answers did not tell. */
    owner: z.nullable(z.enum(['you', 'other', 'nobody'])),
    /** Of another seller, where it is known. */
    sellerId: z.nullable(z.string()),
    cents,
  }),
);

/** Each point holds until the next one; the first is what held when the range began, if that is known. */
const lanes = z.object({
  price: z.array(z.object({ at, cents })),
  buyBox: buyBoxLane,
  /** The cheapest offers of others by who ships, with their shipping; `null` where there was none. */
  lowestFba: z.array(z.object({ at, cents })),
  lowestFbm: z.array(z.object({ at, cents })),
  /** What can be sold: in Amazon's warehouses and at the seller's. */
  stock: z.array(z.object({ at, units: z.nullable(z.int()) })),
  rating: z.array(z.object({ at, tenths: z.nullable(z.int()) })),
});
export type TimelineLanes = z.output<typeof lanes>;

/** When nobody could look, oldest first: what the lanes show there was last known, not seen. */
const gaps = z.array(z.object({ from: at, to: at }));

/** Addition: everything that happened to a product, on one time axis. */
export const productTimeline = endpoint({
  method: 'GET',
  path: '/api/product/timeline/:productId',
  summary: 'What happened to a product: events, price, buy box, stock, rating and places of its keywords',
  access: 'session',
  params: z.object({ productId: productIdShape }),
  query: z.object({ lookbackDays: lookbackDaysShape }),
  response: z.object({
    currency: z.string(),
    /** The instants between which everything lies: midnight of the first day at the marketplace, and now. */
    from: at,
    to: at,
    /** Newest first. */
    events: z.array(timelineEvent),
    lanes,
    gaps,
    /** Of the phrases watched now; `rank` is `null` where the product was not among the results seen. */
    keywords: z.array(
      z.object({
        watchDogId: z.string(),
        keyword: z.string(),
        points: z.array(z.object({ at, rank: z.nullable(z.int()) })),
      }),
    ),
  }),
  errors: ['badRequest', 'notFound'],
  quiet: true,
});
export type ProductTimeline = z.output<typeof productTimeline.response>;

/** As many as a card shows on a page, and more. */
const mostProducts = 50;

/** Addition: who had the buy box in the last 24 hours. Products that the caller may not see are left out. */
export const buyBoxDay = endpoint({
  method: 'GET',
  path: '/api/product/buy-box-day',
  summary: 'Who had the buy box of some products in the last 24 hours, and when nobody could look',
  access: 'session',
  query: z.object({
    /** With commas between them. */
    productIds: z
      .string()
      .check(z.regex(new RegExp(String.raw`^[1-9]\d{0,17}(,[1-9]\d{0,17}){0,${mostProducts - 1}}$`))),
  }),
  response: z.object({
    from: at,
    to: at,
    products: z.array(z.object({ productId: z.string(), buyBox: buyBoxLane, gaps })),
  }),
  errors: ['badRequest'],
  quiet: true,
});
export type BuyBoxDay = z.output<typeof buyBoxDay.response>;

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

export const catalogCalls = {
  salesBreakdown,
  promotionsBreakdown,
  rankBreakdown,
  productTimeline,
  buyBoxDay,
  asinExists,
} as const;
