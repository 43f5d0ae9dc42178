import type { Offer } from '../../world/model/offers.ts';
import { decimal, type Noisy } from '../noise.ts';

export interface Money {
  readonly CurrencyCode: string;
  /** A number, sometimes written with zeros at its end. */
  readonly Amount: unknown;
}

/** Money of one answer, written as the product's noise has it. */
export const moneyOf =
  (noisy: Noisy, currency: string) =>
  (cents: number): Money => ({ CurrencyCode: currency, Amount: decimal(noisy, cents) });

export interface Prices {
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

/** How many offers each way of fulfilment has, and its cheapest; expects the cheapest first. */
export function offerCounts(offers: readonly Offer[]): ChannelCount[] {
  return (['Amazon', 'Merchant'] as const).flatMap((channel) => {
    const fulfilledBy = channel === 'Amazon' ? 'AMAZON' : 'MERCHANT';
    const those = offers.filter((offer) => offer.fulfilledBy === fulfilledBy);
    const [cheapest] = those;
    return cheapest ? [{ channel, count: those.length, cheapest }] : [];
  });
}
