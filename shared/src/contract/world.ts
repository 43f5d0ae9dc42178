import * as z from 'zod/mini';
import { colours } from '../base/severity.ts';
import { tableSorts } from '../domain/table-sorts.ts';
import { endpoint } from './endpoint.ts';
import { sellerAccountShape } from './sellers.ts';
import { numberText } from './shapes.ts';

const worldItemShape = z.object({
  watchDogId: z.string(),
  watchDogItemId: z.string(),
  productId: z.string(),
  productGroupId: z.nullable(z.string()),
  productCollectionId: z.nullable(z.string()),
  sellerId: z.string(),
  marketplace: z.string(),
  status: z.int(),
  issueStatus: z.int(),
  /**
   * Addition: the e-mail address of the person who last set the issue status, and the time; `null` if nobody has set
   * it.
   */
  issueStatusBy: z.nullable(z.string()),
  issueStatusAt: z.nullable(z.string()),
  muted: z.boolean(),
  mutedUntil: z.nullable(z.string()),
  /** ISO instant of the last change of status or subject. */
  date: z.nullable(z.string()),
  statusDetails: z.object({
    message: z.nullable(z.string()),
    /** Short forms of the state before and after the latest change, for a text such as "from → to". */
    from: z.nullable(z.string()),
    to: z.nullable(z.string()),
    /** Lines of evidence: label and value. */
    evidence: z.array(z.object({ label: z.string(), value: z.string() })),
  }),
  /**
   * The settings of this item alone. Some kinds add further settings, such as `velocityLookbackDays` for the FBA stock.
   */
  settings: z.looseObject({ keyword: z.nullable(z.string()), absoluteThreshold: z.nullable(z.int()) }),
  /** Section 3: repeats `settings.alertThreshold` for kinds whose items have an alert threshold (FBM stock). */
  alertThreshold: z.optional(z.nullable(z.int())),
  hasIssue: z.optional(z.boolean()),
  /** Addition: the numbers behind the texts. For the FBA stock, these are `sold` units in `days` days with stock. */
  figures: z.nullable(z.record(z.string(), z.number())),
  /** Addition: the item is unstable, and no messages about its changes are sent before this instant. */
  calmUntil: z.optional(z.string()),
  /** Addition: the incident to which the open item belongs. People work off all items of an incident together. */
  incident: z.optional(
    z.object({
      incidentId: z.string(),
      /** The cause that the changes of many products have in common, as "brand Brightkeel"; empty otherwise. */
      cause: z.string(),
    }),
  ),
  /**
   * Addition: true for an open problem that cannot cause others although its kind can, such as stock that is low but
   * not gone.
   */
  isNoCause: z.optional(z.literal(true)),
});
export type WorldItem = z.output<typeof worldItemShape>;

const watchdogGroupShape = z.object({
  /**
   * 0 is on, 20 is a preview (not counted), 21 is hidden (its items are not sent). Any value except 0 shows an orange
   * power icon.
   */
  status: z.int(),
  /** Whether the tenant's plan includes the kind; the items of a kind that is not included are not sent. */
  alertsEnabled: z.boolean(),
  message: z.nullable(z.string()),
  settings: z.record(z.string(), z.unknown()),
  /**
   * Addition: thresholds for products without thresholds of their own, by seller account and brand (`null` for all
   * brands). The threshold of a brand takes precedence over the threshold of its seller account.
   */
  defaults: z.array(
    z.object({ sellerId: z.string(), brand: z.nullable(z.string()), settings: z.record(z.string(), z.unknown()) }),
  ),
  /** The effective number of minutes between two checks. */
  checkFrequencyMinutes: z.int(),
  /**
   * Keyed by product id, or by watchDogId for items that people create (keywords). If a product has no item, a full
   * answer means that it is ok, new and not muted, and a delta means that it is unchanged.
   */
  items: z.record(z.string(), worldItemShape),
});
export type WatchdogGroup = z.output<typeof watchdogGroupShape>;

const productShape = z.object({
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
  /** Addition: the brand of the product, which the specification does not name. */
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
  /**
   * From today back to the first day with sales, within the last 14 days. The list is empty without sales in these
   * days. It has all 14 days if the product has sold before them too, so that its usual sales can be estimated.
   */
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
   * Addition: what the product's advertising costs on an average day of the last reported week, in the smallest unit of
   * the marketplace's currency; `null` while unknown.
   */
  adSpend: z.nullable(z.int()),
  /**
   * Addition: for a product without a sale in `sales`, the units sold on the days before that, up to 120 days back.
   * `null` for a product with sales, and for one that has sold nothing in the earlier days either.
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

/** Longer than any list of ids in a request, whose address and headers Node limits to 16 KiB together. */
const mostIdsLength = 20_000;

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
    /** Addition: the browser can assemble a packed full answer from a base version and the changes since then. */
    parts: z.optional(z.literal('true')),
    /** For /table: one page of the products that the filter matches, problems first unless `problems` is false. */
    q: z.optional(z.string().check(z.maxLength(200))),
    accounts: z.optional(z.string().check(z.maxLength(mostIdsLength))),
    markets: z.optional(z.string().check(z.maxLength(200))),
    problems: z.optional(z.enum(['true', 'false'])),
    productIds: z.optional(z.string().check(z.maxLength(mostIdsLength))),
    /** The column by which the products are sorted; with `-` before it the largest come first. */
    sort: z.optional(z.enum(tableSorts)),
    page: z.optional(numberText(z.int(), z.gte(0), z.lte(1_000_000))),
    maxPage: z.optional(numberText(z.int(), z.gte(0), z.lte(1_000_000))),
  }),
  response: worldShape,
  errors: ['badRequest'],
  raw: true,
  slow: true,
});

/**
 * Addition: server-sent events. `world` with `{ "version": n }` is sent within a second of a change, and `deleted` with
 * `{ "sellerId": id }` when all data of a deleted seller account is gone.
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

/**
 * Addition: the times of the last checks. They are not part of the world, because every check would change its version.
 */
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

/** Addition: the parts of the world that every page shows, for pages that do not load the world. */
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
