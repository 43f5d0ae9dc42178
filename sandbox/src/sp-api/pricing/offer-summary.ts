import type { Offer } from '../../world/offers.ts';

export interface Money {
  readonly CurrencyCode: string;
  readonly Amount: number;
}

export const money = (cents: number, currency: string): Money => ({ CurrencyCode: currency, Amount: cents / 100 });

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
