import * as z from 'zod/mini';
import { colours } from '../base/severity.ts';
import { tableSorts } from '../domain/table-sorts.ts';
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
  /** Addition: who has set the issue status, as an e-mail address, and when; `null` while nobody has. */
  issueStatusBy: z.nullable(z.string()),
  issueStatusAt: z.nullable(z.string()),
  muted: z.boolean(),
  mutedUntil: z.nullable(z.string()),
  /** ISO instant of the last change of status or subject. */
  date: z.nullable(z.string()),
  statusDetails: z.object({
    message: z.nullable(z.string()),
    /** The state before and the state now, short enough for "from → to". */
    from: z.nullable(z.string()),
    to: z.nullable(z.string()),
    /** Lines of evidence: label and value. */
    evidence: z.array(z.object({ label: z.string(), value: z.string() })),
  }),
  /**
   * The settings of this item alone. Kinds with settings of an item add theirs (`velocityLookbackDays` of the stock).
   */
  settings: z.looseObject({ keyword: z.nullable(z.string()), absoluteThreshold: z.nullable(z.int()) }),
  /** Section 3: the alert threshold of an item that has its own (FBM stock) is repeated beside its settings. */
  alertThreshold: z.optional(z.nullable(z.int())),
  hasIssue: z.optional(z.boolean()),
  /** Addition: the numbers behind the texts; for the FBA stock, the units `sold` in how many `days` with stock. */
  figures: z.nullable(z.record(z.string(), z.number())),
  /** Addition: the item goes to and fro between ok and a problem; nobody is told of these changes until then. */
  calmUntil: z.optional(z.string()),
  /** Addition: the incident of which the open item is a member; its members are worked off together. */
  incident: z.optional(
    z.object({
      incidentId: z.string(),
      /** The cause that the changes of many products have in common, as "brand Brightkeel"; empty otherwise. */
      cause: z.string(),
    }),
  ),
  /** Addition: true for an open problem that causes no other though its kind may: stock that is low but not gone. */
  isNoCause: z.optional(z.literal(true)),
});
export type WorldItem = z.output<typeof worldItemShape>;

export const watchdogGroupShape = z.object({
  /** 0 on, 20 preview (not counted), 21 hidden (its items are not sent); other than 0 shows an orange power icon. */
  status: z.int(),
  /** Whether the tenant's plan includes the kind; the items of a kind that is not included are not sent. */
  alertsEnabled: z.boolean(),
  message: z.nullable(z.string()),
  settings: z.record(z.string(), z.unknown()),
  /**
   * Addition: thresholds for products without their own, by seller account and, unless it is `null`, brand. The
   * threshold of a brand comes before the threshold of its seller account.
   */
  defaults: z.array(
    z.object({ sellerId: z.string(), brand: z.nullable(z.string()), settings: z.record(z.string(), z.unknown()) }),
  ),
  /** The effective number of minutes between two checks. */
  checkFrequencyMinutes: z.int(),
  /**
   * Keyed by product id, or by watchDogId for items that people create (keywords). In a full answer a product without
   * an item is ok, new and not muted; in a delta absent means unchanged.
   */
  items: z.record(z.string(), worldItemShape),
});
export type WatchdogGroup = z.output<typeof watchdogGroupShape>;

export const productShape = z.object({
  productId: z.string(),
  productGroupId: z.nullable(z.string()),
  /** All shown products with the same parent, including this one. */
  productGroupProductIds: z.array(z.string()),
  marketplace: z.string(),
  sellerId: z.string(),
  asin1: z.string(),
  productName: z.string(),
  productTitle: z.nullable(z.string()),
  shortName: z.nullable(z.string()),
  /** Addition. */
  brand: z.nullable(z.string()),
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
      /** Units that no advertisement brought; `null` for days that no report of advertising covers. */
      organicUnits: z.nullable(z.int()),
      organicOrders: z.nullable(z.int()),
      promotionCodesUsedUnits: z.int(),
      /** Units and orders by promotion code; absent for a day without any. */
      promotionCodes: z.optional(z.record(z.string(), z.object({ units: z.int(), orders: z.int() }))),
    }),
  ),
  /**
   * Addition: the cost of its advertising on an average day of the last reported week, in the smallest unit of the
   * marketplace's currency; `null` while it is not known.
   */
  adSpend: z.nullable(z.int()),
  /**
   * Addition: the units sold on the days before those of `sales`, up to 120 days back, of a product that has no sale in
   * them; `null` for others, and if it sold nothing then either.
   */
  earlierSales: z.nullable(z.object({ units: z.int(), days: z.int() })),
  /** The fee in the smallest unit of the marketplace's currency. */
  fbaFeeEstimate: z.nullable(z.int()),
  isAdultFlag: z.nullable(z.boolean()),
  totalQty: z.nullable(z.int()),
  inStockQty: z.nullable(z.int()),
  inboundQty: z.nullable(z.int()),
  fbmQty: z.nullable(z.int()),
  /** Addition: the price of the seller's own offer, in the smallest unit of its currency. */
  price: z.nullable(z.object({ cents: z.int(), currency: z.string() })),
});
export type Product = z.output<typeof productShape>;

export const worldShape = z.object({
  /** Opaque: send it back as `state` to get only what changed since. */
  state: z.string(),
  /** Whether this is the whole world, or the changes since the `state` that was sent. */
  full: z.boolean(),
  sellerAccounts: z.array(sellerAccountShape),
  products: z.array(productShape),
  /** Delta only: products that no longer exist. */
  removedProductIds: z.array(z.string()),
  /** Delta only: items that people have removed. */
  removedWatchDogIds: z.array(z.string()),
  /** Keyed by watchdog type; a delta holds the types that changed. */
  watchDogs: z.record(z.string(), watchdogGroupShape),
  currentVersion: z.literal(5),
  minVersion: z.int(),
  announcement: z.nullable(z.string()),
  notifications: z.array(
    z.object({
      /** Addition: the id of the flip, so that a browser shows each notification once. */
      notificationId: z.string(),
      productId: z.nullable(z.string()),
      notificationType: z.string(),
      notificationLevel: z.enum(colours),
      /** Addition: GREEN because the state improved, not only because the problem is gone. */
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
  summary: 'The data of the dashboard, or its changes since `state`; 304 when there are none',
  access: 'session',
  query: z.object({
    state: z.optional(z.string().check(z.maxLength(200))),
    init: z.optional(z.string().check(z.maxLength(10))),
    /** Addition: the answer in columns, the format of `shared/src/world/packed/packed-world.ts`. */
    packed: z.optional(z.literal('true')),
    /** Addition: the browser can put a packed full answer together from a base and the changes since. */
    parts: z.optional(z.literal('true')),
    /** For /table: one page of the products that the filter matches, problems first unless `problems` is false. */
    q: z.optional(z.string().check(z.maxLength(200))),
    accounts: z.optional(z.string().check(z.maxLength(2000))),
    markets: z.optional(z.string().check(z.maxLength(200))),
    problems: z.optional(z.enum(['true', 'false'])),
    productIds: z.optional(z.string().check(z.maxLength(20_000))),
    /** The column by which the products are sorted; with `-` before it the largest come first. */
    sort: z.optional(z.enum(tableSorts)),
    page: z.optional(z.coerce.number().check(z.int(), z.gte(0), z.lte(1_000_000))),
    maxPage: z.optional(z.coerce.number().check(z.int(), z.gte(0), z.lte(1_000_000))),
  }),
  response: worldShape,
  errors: ['badRequest'],
  raw: true,
});

/**
 * Addition: server-sent events. `world` with `{ "version": n }` arrives within a second of a change, `freshness` when
 * the times of checks changed, and `deleted` with `{ "sellerId": id }` once nothing is left of a deleted seller
 * account.
 */
export const worldEvents = endpoint({
  method: 'GET',
  path: '/api/sentinel/events',
  summary: 'Tells the browser when the world has changed',
  access: 'session',
  response: z.void(),
  errors: ['tooManyRequests'],
  raw: true,
});

/** Addition: the times of the last checks. They are not part of the world, because they change all the time. */
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

/** Addition: the parts of the world that are shown on every page, for pages without the world. */
export const accountNotices = endpoint({
  method: 'GET',
  path: '/api/sentinel/notices',
  summary: 'The announcement and the errors of the seller accounts',
  access: 'session',
  response: z.pick(worldShape, { announcement: true, accountErrors: true }),
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
  summary: "The watchdogs that the tenant's plan does not include, by the names of alert settings (LOST_BUYBOX)",
  access: 'session',
  response: z.array(z.string()),
  errors: [],
  quiet: true,
});

export const worldCalls = {
  stateOfTheWorld,
  worldEvents,
  freshness,
  accountNotices,
  salesDropChart,
  suppressedAlerts,
} as const;
