import type { Offer } from '../../world/model/offers.ts';
import { decimal, type NoisyProduct } from '../noise.ts';

interface Money {
  readonly CurrencyCode: string;
  /** A number; after noise it is serialized with trailing zeros. */
  readonly Amount: unknown;
}

/** Returns a function that writes amounts in answers about this product; noise adds trailing zeros to them. */
export const moneyOf =
  (noisy: NoisyProduct, currency: string) =>
  (cents: number): Money => ({ CurrencyCode: currency, Amount: decimal(noisy, cents) });

interface Prices {
  readonly LandedPrice: Money;
  readonly ListingPrice: Money;
  readonly Shipping: Money;
}

export const pricesOf = ({ priceCents, shippingCents }: Offer, money: (cents: number) => Money): Prices => ({
  LandedPrice: money(priceCents + shippingCents),
  ListingPrice: money(priceCents),
  Shipping: money(shippingCents),
});

interface ChannelCount {
  readonly channel: 'Amazon' | 'Merchant';
  readonly count: number;
  readonly cheapest: Offer;
}

/** Counts the offers per fulfilment channel with the lowest price; expects offers sorted by price. */
export function offerCounts(offers: readonly Offer[]): ChannelCount[] {
  return (['Amazon', 'Merchant'] as const).flatMap((channel) => {
    const fulfilledBy = channel === 'Amazon' ? 'AMAZON' : 'MERCHANT';
    const those = offers.filter((offer) => offer.fulfilledBy === fulfilledBy);
    const [cheapest] = those;
    return cheapest ? [{ channel, count: those.length, cheapest }] : [];
  });
}
