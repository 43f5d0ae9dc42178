import type { Category } from './catalogue/categories.ts';
import type { PictureShape } from './catalogue/template.ts';

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

/** One ASIN in one marketplace, as the marketplace's customers see it. */
export interface Product {
  readonly asin: string;
  /** The marketplace's code (US), not its id. */
  readonly marketplace: string;
  /** The seller account of this world that lists it. */
  readonly sellerId: string;
  readonly parentAsin: string;
  readonly title: string;
  readonly brand: string;
  readonly bullets: readonly string[];
  readonly description: string;
  readonly color: string;
  readonly productType: string;
  readonly category: Category;
  readonly shape: PictureShape;
  readonly ean: string;
  readonly weightGrams: number;
  readonly sizesMm: readonly [number, number, number];
  readonly releasedOn: string;
  /** The price that the product was seeded with; a default price change returns to it. */
  readonly usualPriceCents: number;
  readonly listPriceCents: number;
  rank: number;
  categoryRank: number;
  hasMainImage: boolean;
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
  priceCents: number;
  quantity: number;
  /** False when its seller closed it. */
  isActive: boolean;
  /** True when the marketplace took it down. */
  isSuspended: boolean;
  updatedAt: Date;
}

export const isBuyable = (listing: Listing): boolean =>
  listing.isActive && !listing.isSuspended && listing.quantity > 0;
