import type { Category } from '../catalogue/categories.ts';
import type { PictureShape } from '../catalogue/template.ts';
import type { Demand, Promotion } from '../life/demand.ts';
import type { Details, PackageSize } from './details.ts';
import type { Fees } from './fees.ts';
import type { Review, StarCounts } from './reviews.ts';
import type { FbaStock } from './stock.ts';

export type FulfilledBy = 'AMAZON' | 'MERCHANT';

/** Another seller's offer of one of our products. Money is in cents of the marketplace's currency. */
export interface Rival {
  readonly sellerId: string;
  readonly name: string;
  readonly fulfilledBy: FulfilledBy;
  readonly shippingCents: number;
  readonly feedbackCount: number;
  readonly feedbackPercent: number;
  /** True when it came after the world was seeded. */
  readonly isNewcomer: boolean;
  priceCents: number;
}

export interface PastPrice {
  readonly sinceDaysAgo: number;
  readonly priceCents: number;
}

/** How a product was when the world began; events that undo others return to it. */
export interface UsualProduct {
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

/** One ASIN in one marketplace, as the marketplace's customers see it. */
export interface Product extends Details {
  readonly asin: string;
  /** The marketplace's code (US), not its id. */
  readonly marketplace: string;
  /** The seller account of this world that lists it. */
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
  /** The price that the product was seeded with; a default price change returns to it. */
  readonly usualPriceCents: number;
  /** What our offer cost before the world began, where that was not the usual price; oldest first. */
  pastPrices: readonly PastPrice[];
  readonly listPriceCents: number;
  rank: number;
  /** 1 brings the best-seller badge. */
  categoryRank: number;
  hasMainImage: boolean;
  /** False: the page shows offers only on request, and nobody has the buy box. */
  hasAddToCart: boolean;
  /** In the order of the page, at most 13 of them shown. */
  reviews: readonly Review[];
  stars: StarCounts;
  /** How many of them came by themselves. */
  ratedTimes: number;
  /** Search phrases of the "Choice" badge. */
  choiceKeywords: readonly string[];
  /** Of subscribe and save. */
  eligibility: Eligibility;
  readonly demand: Demand;
  readonly promotions: readonly Promotion[];
  /** Places among the unpaid results of search phrases; undefined when it is not among them. */
  readonly searchPositions: Map<string, number | undefined>;
  /** How often its answers were turned round without a fact changing; 0 is Amazon's usual order. */
  noise: number;
  /** True where the story of the demo began something: the world does not mend that by itself. */
  isInStory: boolean;
  /** When the last event happened to it. */
  lastEventAt?: Date;
  rivals: Rival[];
  /** Who holds the buy box: our seller's id, a rival's, or nobody. */
  buyBoxSellerId: string | undefined;
}

/** One SKU of a product, as its seller keeps it. */
export interface Listing {
  readonly sellerId: string;
  readonly sku: string;
  readonly asin: string;
  readonly marketplace: string;
  readonly listingId: string;
  readonly fulfilledBy: FulfilledBy;
  readonly createdAt: Date;
  readonly fees: Fees;
  /** Units in the marketplace's warehouses; nothing but zeros where the seller ships itself. */
  readonly stock: FbaStock;
  readonly usualPriceCents: number;
  priceCents: number;
  /** Units that the seller ships itself; 0 where the marketplace ships. */
  ownQuantity: number;
  /** False where somebody made a shortage happen: nobody orders more then. */
  isRestocked: boolean;
  /** When the inbound units arrive; undefined while nobody knows. */
  deliveryAt?: Date | undefined;
  isPrime: boolean;
  /** Why the marketplace hides it from its search. */
  suppression?: Suppression | undefined;
  /** False when its seller closed it. */
  isActive: boolean;
  /** True when the marketplace took it down. */
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
