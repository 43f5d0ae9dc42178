import type { Category } from '../catalogue/categories.ts';
import type { PictureShape } from '../catalogue/template.ts';
import type { Demand, Promotion } from '../life/demand.ts';
import type { Details, PackageSize } from './details.ts';
import type { Fees } from './fees.ts';
import type { Review, StarCounts } from './reviews.ts';
import type { FbaStock } from './stock.ts';

export type FulfillmentChannel = 'AMAZON' | 'MERCHANT';

/** A rival's offer of a product. Amounts are in cents of the marketplace's currency. */
export interface Rival {
  readonly sellerId: string;
  readonly name: string;
  readonly fulfilledBy: FulfillmentChannel;
  readonly shippingCents: number;
  readonly feedbackCount: number;
  readonly feedbackPercent: number;
  /** Whether the rival joined after the start of the world. */
  readonly isNewcomer: boolean;
  priceCents: number;
}

interface PastPrice {
  readonly sinceDaysAgo: number;
  readonly priceCents: number;
}

/** The seeded state of a product, which undo events restore. */
interface UsualProduct {
  readonly details: Details;
  readonly packageSize: PackageSize;
  readonly parentAsin: string;
  readonly productType: string;
  readonly category: Category;
  readonly isBestSeller: boolean;
  readonly choiceKeywords: readonly string[];
  readonly eligibility: Eligibility;
}

export type Eligibility = 'ELIGIBLE' | 'INELIGIBLE' | 'SUSPENDED' | 'REPLENISHMENT_ONLY_ORDERING';

/** One ASIN in one marketplace, as customers see it. */
export interface Product extends Details {
  readonly asin: string;
  /** The marketplace code (US), not its id. */
  readonly marketplace: string;
  /** The seeded seller that lists the product. */
  readonly sellerId: string;
  parentAsin: string;
  readonly brand: string;
  productType: string;
  category: Category;
  readonly shape: PictureShape;
  readonly ean: string;
  readonly weightGrams: number;
  readonly sizesMm: readonly [number, number, number];
  packageSize: PackageSize;
  readonly releasedOn: string;
  readonly usual: UsualProduct;
  /** The seeded price, which every second default price change restores. */
  readonly usualPriceCents: number;
  /** Prices in the seeded history that differ from the usual price, oldest first. */
  pastPrices: readonly PastPrice[];
  readonly listPriceCents: number;
  rank: number;
  /** Rank in the browse node; rank 1 brings the best-seller badge. */
  categoryRank: number;
  hasMainImage: boolean;
  /** If false, the page lists offers only on request and no offer has the buy box. */
  hasAddToCart: boolean;
  /** Reviews in page order; the page shows at most 13. */
  reviews: readonly Review[];
  stars: StarCounts;
  /** Number of random ratings already counted in `stars`. */
  ratedTimes: number;
  /** Search phrases for which the product has the "Choice" badge. */
  choiceKeywords: readonly string[];
  /** Eligibility for subscribe and save. */
  eligibility: Eligibility;
  readonly demand: Demand;
  readonly promotions: readonly Promotion[];
  /** Positions among the unpaid results by search phrase; undefined if the product is not among them. */
  readonly searchPositions: Map<string, number | undefined>;
  /** Number of noise events, which vary the format of answers without changing a fact. */
  noise: number;
  /** Whether the demo story affects the product; random problems then neither occur nor are undone. */
  isInStory: boolean;
  /** Time of the last event. */
  lastEventAt?: Date;
  rivals: Rival[];
  /** Seller id of the buy box holder; undefined if there is none. */
  buyBoxSellerId: string | undefined;
}

/** One SKU of a product, as its seller manages it. */
export interface Listing {
  readonly sellerId: string;
  readonly sku: string;
  readonly asin: string;
  readonly marketplace: string;
  readonly listingId: string;
  readonly fulfilledBy: FulfillmentChannel;
  readonly createdAt: Date;
  readonly fees: Fees;
  /** FBA quantities; all zero if the seller ships the SKU. */
  readonly stock: FbaStock;
  readonly usualPriceCents: number;
  priceCents: number;
  /** Seller-fulfilled quantity; 0 for FBA. */
  ownQuantity: number;
  /** Whether the stock is replenished automatically; false after a requested shortage. */
  isRestocked: boolean;
  /** Arrival time of the inbound units; undefined until it is scheduled. */
  deliveryAt?: Date | undefined;
  isPrime: boolean;
  /** Set while the listing is hidden from search. */
  suppression?: Suppression | undefined;
  /** False if the seller has closed the listing. */
  isActive: boolean;
  /** True if the marketplace has suspended the listing. */
  isSuspended: boolean;
  updatedAt: Date;
}

export interface Suppression {
  readonly reason: string;
  readonly explanation: string;
  readonly since: Date;
}

export const unitsOf = (listing: Listing): number =>
  listing.fulfilledBy === 'AMAZON' ? listing.stock.fulfillable : listing.ownQuantity;

export const isBuyable = (listing: Listing): boolean =>
  listing.isActive && !listing.isSuspended && unitsOf(listing) > 0;
