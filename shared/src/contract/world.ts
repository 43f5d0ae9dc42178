import * as z from 'zod/mini';
import { colours } from '../base/severity.ts';
import { endpoint } from './endpoint.ts';
import { sellerAccountShape } from './sellers.ts';

export const worldItemShape = z.object({
  watchDogId: z.string(),
  watchDogItemId: z.string(),
  productId: z.string(),
  productGroupId: z.nullable(z.string()),
  productCollectionId: z.nullable(z.string()),
  sellerId: z.string(),
  marketplace: z.string(),
  status: z.int(),
  issueStatus: z.int(),
  muted: z.boolean(),
  mutedUntil: z.nullable(z.string()),
  /** ISO instant of the last change of status or subject. */
  date: z.nullable(z.string()),
  statusDetails: z.object({
    message: z.nullable(z.string()),
    /** What was before and what is now, short, for "from → to". */
    from: z.nullable(z.string()),
    to: z.nullable(z.string()),
    /** Lines of proof: label and value. */
    evidence: z.array(z.object({ label: z.string(), value: z.string() })),
  }),
  /** Of this item alone; kinds with such settings add theirs (`velocityLookbackDays` of the stock). */
  settings: z.looseObject({ keyword: z.nullable(z.string()), absoluteThreshold: z.nullable(z.int()) }),
  /** Section 3: an item that has an alert threshold of its own (FBM stock) names it beside its settings. */
  alertThreshold: z.optional(z.nullable(z.int())),
  hasIssue: z.optional(z.boolean()),
  /** Addition: numbers behind the words; of the FBA stock what was `sold` in how many `days` with stock. */
  figures: z.nullable(z.record(z.string(), z.number())),
});
export type WorldItem = z.output<typeof worldItemShape>;

export const watchdogGroupShape = z.object({
  /** 0 on, 20 preview (not counted), 21 hidden (its items are not sent); other than 0 shows an orange power icon. */
  status: z.int(),
  /** Whether the tenant's plan has it; the items of a kind that it has not are not sent. */
  alertsEnabled: z.boolean(),
  message: z.nullable(z.string()),
  settings: z.record(z.string(), z.unknown()),
  /** Minutes between two checks, as they really are. */
  checkFrequencyMinutes: z.int(),
  /**
   * Keyed by product id, or by watchDogId where people make the items (keywords). Full answer: a product without an
   * item is ok, new and not muted. Delta: absent means unchanged.
   */
  items: z.record(z.string(), worldItemShape),
});
export type WatchdogGroup = z.output<typeof watchdogGroupShape>;

export const productShape = z.object({
  productId: z.string(),
  productGroupId: z.nullable(z.string()),
  /** All products shown that have the same parent, itself among them. */
  productGroupProductIds: z.array(z.string()),
  marketplace: z.string(),
  sellerId: z.string(),
  asin1: z.string(),
  productName: z.string(),
  productTitle: z.nullable(z.string()),
  shortName: z.nullable(z.string()),
  show: z.boolean(),
  active: z.nullable(z.boolean()),
  imageUrl: z.nullable(z.string()),
  largeImageUrl: z.nullable(z.string()),
  productUrl: z.string(),
  productReviewsUrl: z.string(),
  productTopReviewsUrl: z.string(),
  productOffersUrl: z.string(),
  starRating: z.nullable(z.number()),
  reviewCount: z.nullable(z.int()),
  bsrRank: z.nullable(z.int()),
  ageHours: z.int(),
  sales: z.array(
    z.object({
      day: z.int(),
      month: z.int(),
      unitsSold: z.int(),
      /** What no advertisement brought; `null` while no advertising account is connected. */
      organicUnits: z.nullable(z.int()),
      organicOrders: z.nullable(z.int()),
      promotionCodesUsedUnits: z.int(),
    }),
  ),
  /** In the smallest unit of the marketplace's currency. */
  fbaFeeEstimate: z.nullable(z.int()),
  isAdultFlag: z.nullable(z.boolean()),
  totalQty: z.nullable(z.int()),
  inStockQty: z.nullable(z.int()),
  inboundQty: z.nullable(z.int()),
  fbmQty: z.nullable(z.int()),
  /** Addition: the own offer's price, in the smallest unit of its currency. */
  price: z.nullable(z.object({ cents: z.int(), currency: z.string() })),
});
export type Product = z.output<typeof productShape>;

export const worldShape = z.object({
  /** Opaque: send it back as `state` to get only what changed since. */
  state: z.string(),
  /** Whether this is everything, or what changed since the `state` that was sent. */
  full: z.boolean(),
  sellerAccounts: z.array(sellerAccountShape),
  products: z.array(productShape),
  /** Delta only: products that are gone. */
  removedProductIds: z.array(z.string()),
  /** Delta only: items that people have taken away. */
  removedWatchDogIds: z.array(z.string()),
  /** Keyed by watchdog type; a delta holds the types that changed. */
  watchDogs: z.record(z.string(), watchdogGroupShape),
  currentVersion: z.literal(5),
  minVersion: z.int(),
  announcement: z.nullable(z.string()),
  notifications: z.array(
    z.object({
      /** Addition: of the flip, so that each is told once. */
      notificationId: z.string(),
      productId: z.nullable(z.string()),
      notificationType: z.string(),
      notificationLevel: z.enum(colours),
      /** Addition: GREEN because it is better, not only because there is nothing to tell any more. */
      isImproved: z.boolean(),
      message: z.string(),
      date: z.string(),
    }),
  ),
  accountErrors: z.array(z.object({ sellerId: z.string(), message: z.string() })),
  userEmail: z.string(),
  maxPage: z.int(),
});
export type WorldAnswer = z.output<typeof worldShape>;

export const stateOfTheWorld = endpoint({
  method: 'GET',
  path: '/api/sentinel/stateoftheworld',
  summary: 'Everything the dashboard shows, or what changed since `state`; 304 when nothing did',
  access: 'session',
  query: z.object({
    state: z.optional(z.string().check(z.maxLength(200))),
    init: z.optional(z.string().check(z.maxLength(10))),
    /** Addition: the answer by columns, as `shared/src/world/packed-world.ts` has it. */
    packed: z.optional(z.literal('true')),
    /** On /table: a page of the products that the filter lets through, problems first unless `problems` is false. */
    q: z.optional(z.string().check(z.maxLength(200))),
    accounts: z.optional(z.string().check(z.maxLength(2000))),
    markets: z.optional(z.string().check(z.maxLength(200))),
    problems: z.optional(z.enum(['true', 'false'])),
    productIds: z.optional(z.string().check(z.maxLength(20_000))),
    page: z.optional(z.coerce.number().check(z.int(), z.gte(0), z.lte(1_000_000))),
    maxPage: z.optional(z.coerce.number().check(z.int(), z.gte(0), z.lte(1_000_000))),
  }),
  response: worldShape,
  errors: ['badRequest'],
  raw: true,
});

/**
 * Addition: server-sent events `world` with `{ "version": n }` within a second of a change, and `freshness`; `deleted`
 * with `{ "sellerId": id }` once nothing is left of a seller account that was deleted.
 */
export const worldEvents = endpoint({
  method: 'GET',
  path: '/api/sentinel/events',
  summary: 'Tells the browser when the world has changed',
  access: 'session',
  response: z.void(),
  errors: [],
  raw: true,
});

/** Addition: when everything was last looked at; apart from the world, because it changes all the time. */
export const freshness = endpoint({
  method: 'GET',
  path: '/api/sentinel/freshness',
  summary: 'When each source was last checked, per seller account and marketplace',
  access: 'session',
  response: z.object({
    sources: z.array(
      z.object({
        sellerId: z.string(),
        marketplace: z.string(),
        source: z.string(),
        aspects: z.array(z.string()),
        lastCheckedAt: z.nullable(z.string()),
        everyMinutes: z.number(),
        late: z.boolean(),
      }),
    ),
  }),
  errors: [],
  quiet: true,
});

export const salesDropChart = endpoint({
  method: 'GET',
  path: '/api/sentinel/watchdog/salesdropchart/:watchDogId',
  summary: 'A picture (SVG) of the units sold by day, with what was expected and where the sales dropped',
  access: 'session',
  params: z.object({ watchDogId: z.string().check(z.minLength(1), z.maxLength(200)) }),
  response: z.void(),
  errors: ['badRequest', 'notFound'],
  quiet: true,
  raw: true,
});

export const suppressedAlerts = endpoint({
  method: 'GET',
  path: '/api/operations/tenant-features/suppressed-alerts',
  summary: "The watchdogs that the tenant's plan has not, by the names of alert settings (LOST_BUYBOX)",
  access: 'session',
  response: z.array(z.string()),
  errors: [],
  quiet: true,
});

export const worldCalls = {
  stateOfTheWorld,
  worldEvents,
  freshness,
  salesDropChart,
  suppressedAlerts,
} as const;
