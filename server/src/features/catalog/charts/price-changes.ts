import { moneyIn } from '@app/shared/base/money.ts';
import type { TimelineEvent } from '@app/shared/contract/catalog.ts';
import { observationSchemas, type OffersFacts, type WithSku } from '@app/shared/watchdogs/facts/observations.ts';
import {
  followPrices,
  knownPrices,
  ownPricesOf,
  type OwnPrices,
  type PriceMove,
  type SeenPrices,
} from '@app/shared/watchdogs/facts/own-prices.ts';
import type { DatedFacts } from './timeline-queries.ts';

interface PriceHistory {
  /** Observations, oldest first. Those before the range hold the facts that were true when the range began. */
  readonly seen: readonly DatedFacts[];
  readonly from: Date;
  readonly marketplace: string;
}

/**
 * Returns the changes that the seller made to its own price, by the rule of the watchdog: of several SKUs the lowest
 * price counts, and one that is gone, or back at its former price, is no change.
 */
export function priceChanges({ seen, from, marketplace }: PriceHistory): TimelineEvent[] {
  const answers = new Map<string, WithSku<OffersFacts>>();
  const offers = seen.flatMap(parseOffers);
  const events: TimelineEvent[] = [];
  let known: KnownPrices | null = null;
  for (const [index, { at, facts }] of offers.entries()) {
    answers.set(facts.sku, facts);
    const next = offers[index + 1];
    // The answers of one instant are one look, and so are those before the range.
    if (next && (next.at.getTime() === at.getTime() || next.at <= from)) continue;
    const now = ownPricesOf([...answers.values()]);
    const [lowest] = now.prices;
    if (!lowest) continue;
    const { currency } = lowest;
    const followed = follow(known, now, currency);
    known = { prices: followed.known, currency };
    if (followed.move) events.push(eventAt(at, followed.move, (cents) => moneyIn(marketplace, { cents, currency })));
  }
  return events;
}

interface KnownPrices {
  readonly prices: OwnPrices;
  readonly currency: string;
}

/** Prices in another currency than those before are a new beginning. */
const follow = (before: KnownPrices | null, now: SeenPrices, currency: string): ReturnType<typeof followPrices> =>
  before?.currency === currency ? followPrices(before.prices, now) : { known: knownPrices(now), move: null };

const eventAt = (at: Date, { from, to }: PriceMove, shown: (cents: number) => string): TimelineEvent => ({
  id: `price-${at.toISOString()}`,
  at: at.toISOString(),
  type: null,
  watchDogId: null,
  colour: null,
  from: shown(from),
  to: shown(to),
  message: 'You changed the price',
});

interface DatedOffers {
  readonly at: Date;
  readonly facts: WithSku<OffersFacts>;
}

/** Parses the offers of a SKU. Facts that cannot be read say nothing about its price. */
function parseOffers({ at, aspect, sku, facts }: DatedFacts): DatedOffers[] {
  if (aspect !== 'offers') return [];
  const { data } = observationSchemas.offers.safeParse(facts);
  return data ? [{ at, facts: { ...data, sku } }] : [];
}
