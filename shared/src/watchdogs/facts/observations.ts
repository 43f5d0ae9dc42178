import * as z from 'zod/mini';
import { pageObservationSchemas } from './page-observations.ts';

/**
 * Parts of the schemas of facts; each aspect has one schema. In facts, `null` always means that the marketplace did not
 * say, never that there is none. Stored facts are parsed when they are read, because old rows outlive a change of the
 * schema.
 */
const text = z.nullable(z.string());
const flag = z.nullable(z.boolean());
const count = z.nullable(z.int());
const money = z.object({ cents: z.int(), currency: z.string() });
const named = z.object({ id: z.string(), name: z.string() });

/**
 * Attributes by name, with the text that customers read; several values are sorted and joined by " | ". The text is
 * `null` if the answer contains the attribute without a value.
 */
const attributes = z.nullable(z.record(z.string(), text));

/** The catalogue page as customers see it. */
const catalog = z.object({
  title: text,
  brand: text,
  /** The pictures. `null`: the answer contained no list of pictures; `[]`: there is no picture. */
  images: z.nullable(z.array(z.object({ variant: z.string(), url: z.string() }))),
  largeImageUrl: text,
  /** The parent's ASIN; `null` if the product has no parent, absent if the answer contains no relationships. */
  parentAsin: z.optional(text),
  isAdult: flag,
  attributes: z._default(attributes, null),
  /** Text such as "30.5 × 20 × 10 cm, 1.25 kg". */
  packageDimensions: z._default(text, null),
  productType: z._default(text, null),
  /** The leaf of the browse tree. */
  classification: z._default(z.nullable(named), null),
  /** Amazon's website display group: "Kitchen". */
  displayGroup: z._default(text, null),
});

/**
 * The first places of a product. Its best-seller ranks are no facts, because they change all day; they are stored as
 * samples.
 */
const rank = z.object({
  /** Browse categories in which the product is number one; sorted by id. */
  firstIn: z.nullable(z.array(named)),
});

/** The facts of the product's parent ASIN, for the setting by which users watch the parent. */
const parent = z.object({ asin: z.string(), title: text, attributes });

const offer = z.object({
  sellerId: z.string(),
  isMine: z.boolean(),
  /** Whether the offer holds the buy box; `null` when the answer does not say, as push messages may. */
  isBuyBoxWinner: flag,
  price: z.nullable(money),
  shippingCents: z.int(),
  isFulfilledByAmazon: flag,
  isPrime: flag,
});

/** Offers in new condition on one listing, cheapest landed price first, at most 20. */
const offers = z.object({
  offers: z.array(offer),
  /** The number of offers, including those that are not listed; `null` when the answer contains no total. */
  totalOffers: count,
  /** The featured offer's landed price; `null` when nobody has the buy box. */
  buyBox: z.nullable(money),
  /** Our own price on this listing; `null` when we have no offer. */
  ownPrice: z.nullable(money),
});

const listingIssue = z.object({
  code: z.string(),
  message: z.string(),
  severity: z.string(),
  categories: z.array(z.string()),
  enforcements: z.array(z.string()),
});

/** The state of one listing (SKU) at the marketplace. */
const listing = z.object({
  /** The statuses BUYABLE and DISCOVERABLE. An empty list means that the listing is inactive; `null` means unknown. */
  status: z.nullable(z.array(z.string())),
  issues: z.nullable(z.array(listingIssue)),
  /** Units the seller ships itself; `null` when Amazon ships or the answer did not say. */
  ownQuantity: count,
  isFulfilledByAmazon: flag,
  /** Whether the listing is a variation of a parent SKU. */
  isChild: z._default(flag, null),
});

/** The reason why the marketplace hides a listing from search, from its report of suppressed listings. */
const suppression = z.object({ isSuppressed: z.boolean(), reason: text });

/** Units of one listing in Amazon's warehouses. */
const stock = z.object({
  fulfillable: count,
  /** Units on their way to the warehouse: working, shipped and receiving. */
  inbound: count,
  reserved: count,
  total: count,
  /**
   * The number of labels (FNSKU) of the SKU if it has several. A push message then contains the units of one label
   * only.
   */
  labels: z.optional(count),
});

/** Units sold per day of the marketplace's time zone. */
const sales = z.object({
  /** The last complete day, `YYYY-MM-DD`. */
  through: z.string(),
  /** The units of up to 120 complete days, oldest first. The last entry is the day `through`. */
  units: z.array(z.int()),
  /** Whether the product could not be bought for part of a day, in the same order as `units`. */
  outOfStock: z.array(z.boolean()),
});

/** Amazon's estimate of its fees for one unit of a listing, always calculated at the same price (`atPrice`). */
const fees = z.object({
  fba: z.nullable(money),
  referral: z.nullable(money),
  total: z.nullable(money),
  atPrice: money,
});

/** The fee preview report: the size that Amazon measured and the fee that it expects to charge. */
const feePreview = z.object({ fba: z.nullable(money), sizeTier: text, packageDimensions: text });

/** The fee per unit that Amazon charged in the latest orders. */
const chargedFees = z.object({ fba: z.nullable(money), lastOrderAt: text });

const replenishment = z.object({
  /** Subscribe and save: ELIGIBLE, INELIGIBLE, SUSPENDED or REPLENISHMENT_ONLY_ORDERING. */
  eligibility: text,
});

const feedbackEntry = z.object({
  orderId: z.string(),
  /** `YYYY-MM-DD`. */
  date: z.string(),
  rating: z.int(),
  comment: z.string(),
});
/** Neutral and negative feedback (three stars or fewer) on orders of the product, newest first. */
const feedback = z.object({ entries: z.array(feedbackEntry) });

export const observationSchemas = {
  catalog,
  rank,
  parent,
  offers,
  listing,
  suppression,
  stock,
  sales,
  fees,
  feePreview,
  chargedFees,
  replenishment,
  feedback,
  ...pageObservationSchemas,
} as const;

export type Aspect = keyof typeof observationSchemas;
/** The facts of one aspect as they are stored: for a product, a listing or a keyword. */
export type FactsOf<A extends Aspect> = DeepReadonly<z.output<(typeof observationSchemas)[A]>>;

export type CatalogFacts = FactsOf<'catalog'>;
export type RankFacts = FactsOf<'rank'>;
export type OffersFacts = FactsOf<'offers'>;
export type OfferFacts = OffersFacts['offers'][number];
export type ListingFacts = FactsOf<'listing'>;
export type ListingIssue = NonNullable<ListingFacts['issues']>[number];
export type StockFacts = FactsOf<'stock'>;
export type SalesFacts = FactsOf<'sales'>;
export type FeesFacts = FactsOf<'fees'>;
export type FeePreviewFacts = FactsOf<'feePreview'>;
export type ChargedFeesFacts = FactsOf<'chargedFees'>;
export type FeedbackFacts = FactsOf<'feedback'>;
export type ReviewsFacts = FactsOf<'reviews'>;
export type RatingFacts = FactsOf<'rating'>;
export type BadgesFacts = FactsOf<'badges'>;
export type SearchRankFacts = FactsOf<'searchRank'>;

type DeepReadonly<T> = T extends (infer Member)[]
  ? readonly DeepReadonly<Member>[]
  : T extends object
    ? { readonly [Name in keyof T]: DeepReadonly<T[Name]> }
    : T;

/**
 * By aspect, the object that its facts describe: a product, a listing or a keyword. A judge gets the facts of listings
 * and keywords as a list with one entry each.
 */
export const factsBelongTo = {
  catalog: 'product',
  rank: 'product',
  parent: 'product',
  offers: 'listing',
  listing: 'listing',
  suppression: 'listing',
  stock: 'listing',
  sales: 'product',
  fees: 'listing',
  feePreview: 'listing',
  chargedFees: 'listing',
  replenishment: 'product',
  feedback: 'product',
  reviews: 'product',
  rating: 'product',
  badges: 'product',
  searchRank: 'keyword',
} as const satisfies Record<Aspect, 'product' | 'listing' | 'keyword'>;

type FactsOwner = (typeof factsBelongTo)[Aspect];

/** Returns the aspects whose facts belong to products, to listings or to keywords. */
export const aspectsOf = (owner: FactsOwner): readonly string[] =>
  Object.entries(factsBelongTo).flatMap(([aspect, belongsTo]) => (belongsTo === owner ? aspect : []));

/** Facts with the SKU to which they belong. In the facts of a keyword, `sku` contains the search phrase. */
export type WithSku<T> = T & { readonly sku: string };

/** The facts of each aspect as judges get them. */
export type Facts = {
  readonly [A in Aspect]: (typeof factsBelongTo)[A] extends 'product' ? FactsOf<A> : readonly WithSku<FactsOf<A>>[];
};

export const aspects = Object.keys(observationSchemas) as readonly Aspect[];

/** The aspects that only a provider of retail pages can read, because the marketplace's API does not contain them. */
export const pageAspects = Object.keys(pageObservationSchemas) as readonly Aspect[];
