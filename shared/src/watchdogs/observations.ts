import * as z from 'zod/mini';
import type { Money } from '../base/money.ts';

/** What is known of the catalogue page of a product. `null` is "the marketplace did not say", never "none". */
export interface CatalogFacts {
  readonly title: string | null;
  readonly brand: string | null;
  /** `null`: the answer had no list of pictures at all; `images: []` means that there is none. */
  readonly images: readonly { readonly variant: string; readonly url: string }[] | null;
  readonly largeImageUrl: string | null;
  readonly parentAsin: string | null;
  readonly isAdult: boolean | null;
}

export interface OfferFacts {
  readonly sellerId: string;
  readonly isMine: boolean;
  /** `null` where the marketplace left it out, as push messages may. */
  readonly isBuyBoxWinner: boolean | null;
  readonly price: Money | null;
  readonly shippingCents: number;
  readonly isFulfilledByAmazon: boolean | null;
  readonly isPrime: boolean | null;
}

/** Offers in new condition on one listing, cheapest landed price first, at most 20. */
export interface OffersFacts {
  readonly offers: readonly OfferFacts[];
  /** How many offers there are, also beyond those listed. `null` where the answer did not count. */
  readonly totalOffers: number | null;
  /** The featured offer's landed price; `null` when nobody has the buy box. */
  readonly buyBox: Money | null;
  /** Our own price on this listing; `null` when we have no offer. */
  readonly ownPrice: Money | null;
}

export interface ListingIssue {
  readonly code: string;
  readonly message: string;
  readonly severity: string;
  readonly categories: readonly string[];
  readonly enforcements: readonly string[];
}

/** The state of one listing (SKU) at the marketplace. */
export interface ListingFacts {
  /** BUYABLE and DISCOVERABLE; empty means inactive; `null` unknown. */
  readonly status: readonly string[] | null;
  readonly issues: readonly ListingIssue[] | null;
  /** Units the seller ships itself; `null` when Amazon ships or the answer did not say. */
  readonly ownQuantity: number | null;
  readonly isFulfilledByAmazon: boolean | null;
}

const money = z.object({ cents: z.int(), currency: z.string() });
const text = z.nullable(z.string());
const flag = z.nullable(z.boolean());

/** Stored facts are ours, yet old rows outlive a change of shape: they are parsed when read. */
export const observationSchemas = {
  catalog: z.object({
    title: text,
    brand: text,
    images: z.nullable(z.array(z.object({ variant: z.string(), url: z.string() }))),
    largeImageUrl: text,
    parentAsin: text,
    isAdult: flag,
  }),
  offers: z.object({
    offers: z.array(
      z.object({
        sellerId: z.string(),
        isMine: z.boolean(),
        isBuyBoxWinner: flag,
        price: z.nullable(money),
        shippingCents: z.int(),
        isFulfilledByAmazon: flag,
        isPrime: flag,
      }),
    ),
    totalOffers: z.nullable(z.int()),
    buyBox: z.nullable(money),
    ownPrice: z.nullable(money),
  }),
  listing: z.object({
    status: z.nullable(z.array(z.string())),
    issues: z.nullable(
      z.array(
        z.object({
          code: z.string(),
          message: z.string(),
          severity: z.string(),
          categories: z.array(z.string()),
          enforcements: z.array(z.string()),
        }),
      ),
    ),
    ownQuantity: z.nullable(z.int()),
    isFulfilledByAmazon: flag,
  }),
} as const;

/** The facts of each aspect. Offers and listing are facts of a listing: a product has them once per SKU. */
export interface Facts {
  readonly catalog: CatalogFacts;
  readonly offers: readonly BySku<OffersFacts>[];
  readonly listing: readonly BySku<ListingFacts>[];
}
export type BySku<T> = T & { readonly sku: string };
export type Aspect = keyof Facts;

/** Aspects whose facts are kept per SKU and given to a judge as a list. */
export const perListing: Readonly<Record<Aspect, boolean>> = { catalog: false, offers: true, listing: true };
export const aspects: readonly Aspect[] = ['catalog', 'offers', 'listing'];
