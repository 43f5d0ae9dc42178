import * as z from 'zod/mini';
import { defaultChartDays, isChartDay, mostChartDays } from '../domain/chart-range.ts';
import { colours } from '../base/severity.ts';
import { endpoint } from './endpoint.ts';
import { marketplaceCodes } from '../base/marketplaces.ts';
import { numberText } from './shapes.ts';

export const productIdShape = z.string().check(z.regex(/^[1-9][0-9]{0,17}$/));
export const lookbackDaysShape = z.prefault(numberText(z.int(), z.gte(1), z.lte(mostChartDays)), defaultChartDays);
const day = z.string().check(z.refine(isChartDay, 'Dates are written as YYYY-MM-DD, as in 2026-03-31'));

/** The last `lookbackDays` days, or (addition) a range of dates at the marketplace, including the last one. */
const rangeShape = { lookbackDays: lookbackDaysShape, from: z.optional(day), to: z.optional(day) };

/**
 * With `productId`, the family is all products with the same parent in its marketplace, and `productGroupId` is
 * ignored.
 */
const family = {
  productGroupId: z.optional(z.string().check(z.minLength(1), z.maxLength(50))),
  productId: z.optional(productIdShape),
};

/** A number of units; `null` when the number is unknown. */
const units = z.nullable(z.int());

export const salesBreakdown = endpoint({
  method: 'GET',
  path: '/api/order/daily-breakdown',
  summary: 'Units sold by day of the marketplace, of a product and of all its variations',
  access: 'session',
  query: z.object({ ...family, ...rangeShape }),
  response: z.object({
    /** The sales, oldest first, one entry a day. */
    sales: z.array(
      z.object({
        /** `YYYY-MM-DD` at the marketplace. */
        date: z.string(),
        soldUnitsAllVariations: units,
        /**
         * The units of the product itself, without its other variations; `null` when unknown or when the call names no
         * product.
         */
        soldUnitsThisVariation: units,
        /** The units of this variation that were sold with at least one promotion. */
        promotionUnitsThisVariation: units,
        /**
         * Addition: units and orders that no advertisement brought; `null` for days that no report of advertising
         * covers.
         */
        organicUnitsThisVariation: units,
        organicOrdersThisVariation: units,
        /**
         * The usual range of sales of this variation on such a day; absent for today and when there is too little
         * history.
         */
        expectedThisVariation: z.optional(z.object({ low: z.int(), high: z.int() })),
        /** Whether this variation could not be bought for part of the day. */
        wasOutOfStock: z.boolean(),
        /**
         * False while the numbers of the product may still grow: for today, and for days since its orders could not be
         * read. Without a product it is about all variations.
         */
        final: z.boolean(),
      }),
    ),
    hasVariations: z.boolean(),
    /** Addition: whether the advertising of the product's seller account is connected; false without a product. */
    isAdvertisingConnected: z.boolean(),
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
    /** `YYYY-MM-DD` at the marketplace, oldest first. */
    dates: z.array(z.string()),
    /** The code with the most units first; `units` and `orders` are parallel to `dates`. */
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
    /** The ranks, oldest first, one entry a day. */
    ranks: z.array(
      z.object({
        /** `YYYY-MM-DD` at the marketplace. */
        date: z.string(),
        /** The rank of the day; `null` when no rank was observed on that day. */
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

/** An ISO instant. */
const at = z.string();
/** An amount in the smallest unit of the currency; `null` when it is unknown or there is none. */
const cents = z.nullable(z.int());

const timelineEvent = z.object({
  id: z.string(),
  at,
  /** The type of the watchdog that raised the event; `null` for a price change made by the seller. */
  type: z.nullable(z.string()),
  /** The item that changed, to link to it on the page; `null` for a price change made by the seller. */
  watchDogId: z.nullable(z.string()),
  /** The colour of the event; `null` for an event that is neither good nor bad. */
  colour: z.nullable(z.enum(colours)),
  from: z.nullable(z.string()),
  to: z.nullable(z.string()),
  message: z.nullable(z.string()),
});
export type TimelineEvent = z.output<typeof timelineEvent>;

const buyBoxLane = z.array(
  z.object({
    at,
    /** The holder of the buy box; `null` when Amazon's answers did not name the winner. */
    owner: z.nullable(z.enum(['you', 'other', 'nobody'])),
    /** The winner's id when it is another seller and known. */
    sellerId: z.nullable(z.string()),
    cents,
  }),
);

/** Each point holds until the next one. The first point is the state at the beginning of the range, if it is known. */
const lanes = z.object({
  price: z.array(z.object({ at, cents })),
  buyBox: buyBoxLane,
  /** The cheapest offers of other sellers by fulfilment, including shipping; `null` when there was none. */
  lowestFba: z.array(z.object({ at, cents })),
  lowestFbm: z.array(z.object({ at, cents })),
  /** Units that can be sold, in Amazon's warehouses and at the seller's. */
  stock: z.array(z.object({ at, units: z.nullable(z.int()) })),
  rating: z.array(z.object({ at, tenths: z.nullable(z.int()) })),
});
export type TimelineLanes = z.output<typeof lanes>;

/** Periods without observations, oldest first: within them the lanes show the last known state. */
const gaps = z.array(z.object({ from: at, to: at }));

/** Addition: the history of one product on one time axis. */
export const productTimeline = endpoint({
  method: 'GET',
  path: '/api/product/timeline/:productId',
  summary: 'What happened to a product: events, price, buy box, stock, rating and places of its keywords',
  access: 'session',
  params: z.object({ productId: productIdShape }),
  query: z.object({ lookbackDays: lookbackDaysShape }),
  response: z.object({
    currency: z.string(),
    /** The range of the timeline: from midnight of the first day at the marketplace to now. */
    from: at,
    to: at,
    /** The events, newest first. */
    events: z.array(timelineEvent),
    lanes,
    gaps,
    /** The phrases that are watched now; `rank` is `null` when the product was not among the results that were read. */
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

/** A limit above the number of products that a card shows on one page. */
const mostProducts = 50;

/** Addition: the buy box winners of the last 24 hours. Products that the caller may not see are left out. */
export const buyBoxDay = endpoint({
  method: 'GET',
  path: '/api/product/buy-box-day',
  summary: 'The buy box winners of some products in the last 24 hours, and the gaps in the observations',
  access: 'session',
  query: z.object({
    /** Product ids, separated by commas. */
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
