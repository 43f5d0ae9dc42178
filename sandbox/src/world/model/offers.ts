import { isBuyable, type FulfillmentChannel, type Listing, type Product } from './product.ts';

/** One offer as customers see it, by the seller or by a rival. */
export interface Offer {
  readonly sellerId: string;
  readonly sku: string | undefined;
  readonly priceCents: number;
  readonly shippingCents: number;
  readonly fulfilledBy: FulfillmentChannel;
  readonly feedbackCount: number;
  readonly feedbackPercent: number;
  readonly isPrime: boolean;
  readonly isBuyBoxWinner: boolean;
}

const landedPriceOf = (offer: { priceCents: number; shippingCents: number }): number =>
  offer.priceCents + offer.shippingCents;

/** Shipping costs of seller-fulfilled offers as a share of the price. */
const merchantShipping = 0.08;

const ownOffer = (listing: Listing): Offer => ({
  sellerId: listing.sellerId,
  sku: listing.sku,
  priceCents: listing.priceCents,
  shippingCents: listing.fulfilledBy === 'AMAZON' ? 0 : Math.round(listing.priceCents * merchantShipping),
  fulfilledBy: listing.fulfilledBy,
  feedbackCount: 4218,
  feedbackPercent: 96,
  isPrime: listing.isPrime,
  isBuyBoxWinner: false,
});

/** Returns all offers sorted by price including shipping; the buy box holder's offer has `isBuyBoxWinner`. */
export function offersOf(product: Product, listings: readonly Listing[]): Offer[] {
  const offers = [
    ...listings.filter(isBuyable).map(ownOffer),
    ...product.rivals.map((rival) => ({
      ...rival,
      sku: undefined,
      isPrime: rival.fulfilledBy === 'AMAZON',
      isBuyBoxWinner: false,
    })),
  ].toSorted((a, b) => landedPriceOf(a) - landedPriceOf(b) || a.sellerId.localeCompare(b.sellerId));
  const winner =
    offers.find((offer) => offer.sellerId === product.buyBoxSellerId && offer.fulfilledBy === 'AMAZON') ??
    offers.find((offer) => offer.sellerId === product.buyBoxSellerId);
  return offers.map((offer) => (offer === winner ? { ...offer, isBuyBoxWinner: true } : offer));
}
