import * as z from 'zod/mini';
import { pageObservationSchemas } from './page-observations.ts';

/**
 * The facts that watchdogs judge, one schema per aspect. `null` is "the marketplace did not say", never "none". Stored
 * facts are ours, yet old rows outlive a change of shape: they are parsed when read.
 */
const text = z.nullable(z.string());
const flag = z.nullable(z.boolean());
const count = z.nullable(z.int());
const money = z.object({ cents: z.int(), currency: z.string() });
const named = z.object({ id: z.string(), name: z.string() });

/** What customers see on the catalogue page. */
const catalog = z.object({
  title: text,
  brand: text,
  /** `null`: the answer had no list of pictures at all; `[]` means that there is none. */
  images: z.nullable(z.array(z.object({ variant: z.string(), url: z.string() }))),
  largeImageUrl: text,
  /** `null` is "no parent" here; absent where the answer tells nothing of relationships. */
  parentAsin: z.optional(text),
  isAdult: flag,
  /** Attributes by name, each as the text that customers read; several values are sorted and joined by " | ". */
  attributes: z._default(z.nullable(z.record(z.string(), z.string())), null),
  /** As in "30.5 × 20 × 10 cm, 1.25 kg". */
  packageDimensions: z._default(text, null),
  productType: z._default(text, null),
  /** The leaf of the browse tree. */
  classification: z._default(z.nullable(named), null),
  /** Amazon's website display group: "Kitchen". */
  displayGroup: z._default(text, null),
});

/** What matters of the best-seller ranks; the ranks themselves drift all day and are samples, not facts. */
const rank = z.object({
  /** Browse categories in which the product is number one; sorted by id. */
  firstIn: z.nullable(z.array(named)),
});

/** What the seller's parent ASIN shows, for those who want to hear of it. */
const parent = z.object({ asin: z.string(), title: text, attributes: z.nullable(z.record(z.string(), z.string())) });

const offer = z.object({
  sellerId: z.string(),
  isMine: z.boolean(),
  /** `null` where the marketplace left it out, as push messages may. */
  isBuyBoxWinner: flag,
  price: z.nullable(money),
  shippingCents: z.int(),
  isFulfilledByAmazon: flag,
  isPrime: flag,
});

/** Offers in new condition on one listing, cheapest landed price first, at most 20. */
const offers = z.object({
  offers: z.array(offer),
  /** How many offers there are, also beyond those listed. `null` where the answer did not count. */
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
  /** BUYABLE and DISCOVERABLE; empty means inactive; `null` unknown. */
  status: z.nullable(z.array(z.string())),
  issues: z.nullable(z.array(listingIssue)),
  /** Units the seller ships itself; `null` when Amazon ships or the answer did not say. */
  ownQuantity: count,
  isFulfilledByAmazon: flag,
  /** Whether it is a variation of a parent SKU. */
  isChild: z._default(flag, null),
});

/** Why the marketplace hides a listing from search, as its report of suppressed listings says. */
const suppression = z.object({ isSuppressed: z.boolean(), reason: text });

/** Units of one listing in Amazon's warehouses. */
const stock = z.object({
  fulfillable: count,
  /** On the way: working, shipped and receiving. */
  inbound: count,
  reserved: count,
  total: count,
});

/** Units sold per day of the marketplace's time zone. */
const sales = z.object({
  /** The last complete day, `YYYY-MM-DD`. */
  through: z.string(),
  /** Units of the complete days, oldest first, the last of them `through`; at most 120. */
  units: z.array(z.int()),
  /** Whether the product could not be bought for part of that day, in the same order. */
  outOfStock: z.array(z.boolean()),
});

/** Amazon's estimate of its fees for one unit of a listing, always at the same price. */
const fees = z.object({
  fba: z.nullable(money),
  referral: z.nullable(money),
  total: z.nullable(money),
  atPrice: money,
});

/** The fee preview report: what Amazon measured and expects to charge. */
const feePreview = z.object({ fba: z.nullable(money), sizeTier: text, packageDimensions: text });

/** What Amazon charged per unit in the latest orders. */
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
/** The facts of one aspect as they are stored: of a product, of one listing, or of one keyword. */
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

/** Whose facts an aspect's are. A product has those of a listing or keyword once for each; a judge gets the list. */
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

/** With its SKU, or its keyword in the place of one. */
export type BySku<T> = T & { readonly sku: string };

/** The facts of each aspect as judges get them. */
export type Facts = {
  readonly [A in Aspect]: (typeof factsBelongTo)[A] extends 'product' ? FactsOf<A> : readonly BySku<FactsOf<A>>[];
};

export const aspects = Object.keys(observationSchemas) as readonly Aspect[];

/** Those that nobody tells without a provider of pages. */
export const pageAspects = Object.keys(pageObservationSchemas) as readonly Aspect[];
