import { useMemo } from 'react';
import type { Product, WorldAnswer } from '@app/shared/contract/world.ts';
import { findStartingProducts } from '@app/shared/world/first-looks.ts';
import {
  marketFreshness,
  marketKey,
  summarise,
  type FreshnessSummary,
  type MarketFreshness,
} from '@app/shared/world/market-freshness.ts';
import { staleSince, type Staleness } from './staleness.ts';
import { useFreshness } from './world.ts';

export interface DayFreshness {
  /** The age of each marketplace's data; `null` until the server has answered. */
  readonly markets: readonly MarketFreshness[] | null;
  readonly summary: FreshnessSummary;
  /** The stale marketplaces. */
  readonly staleMarkets: ReadonlyMap<string, Staleness>;
  /** The ids of products that have not been checked completely for the first time. */
  readonly starting: ReadonlySet<string>;
}

/** Whether the last known state of one of these products may be outdated, so that nothing found does not mean fine. */
export function areSomeStale(
  { staleMarkets }: Pick<DayFreshness, 'staleMarkets'>,
  products: Iterable<Product>,
): boolean {
  return staleMarkets.size > 0 && [...products].some((product) => staleMarkets.has(marketKey(product)));
}

type WatchedWorld = Pick<WorldAnswer, 'sellerAccounts' | 'watchDogs'>;

export const findStaleness = ({ staleMarkets, starting }: DayFreshness, product: Product): Staleness =>
  staleMarkets.get(marketKey(product)) ?? (starting.has(product.productId) ? 'starting' : 'fresh');

export function useFresh({ sellerAccounts, watchDogs }: WatchedWorld): DayFreshness {
  const { data: answer } = useFreshness();
  const starting = useMemo(() => findStartingProducts(watchDogs, answer?.sources ?? []), [watchDogs, answer]);
  return useMemo(() => {
    const markets = marketFreshness(answer?.sources ?? [], sellerAccounts);
    const stale = markets.filter((market) => market.state === 'stale');
    return {
      markets: answer ? markets : null,
      summary: summarise(markets),
      staleMarkets: new Map(stale.map((market) => [marketKey(market), staleSince(market.at)])),
      starting,
    };
  }, [answer, sellerAccounts, starting]);
}
