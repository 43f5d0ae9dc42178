import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { lookbackDaysShape, productIdShape, rangeShape } from './orders.ts';

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
  colour: z.nullable(z.enum(['RED', 'AMBER', 'GREEN'])),
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
