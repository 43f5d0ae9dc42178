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
import { useFreshness } from './world.ts';

export interface DayFreshness {
  /** The age of each marketplace's data; `null` until the server has answered. */
  readonly markets: readonly MarketFreshness[] | null;
  readonly summary: FreshnessSummary;
  /** Stale marketplaces with the last check of what is late; `null` if it has never been checked. */
  readonly staleSince: ReadonlyMap<string, string | null>;
  /** The ids of products that have not been checked completely for the first time. */
  readonly starting: ReadonlySet<string>;
}

/** Whether the last known state of one of these products may be outdated, so that nothing found does not mean fine. */
export function areSomeStale({ staleSince }: Pick<DayFreshness, 'staleSince'>, products: Iterable<Product>): boolean {
  return staleSince.size > 0 && [...products].some((product) => staleSince.has(marketKey(product)));
}

type WatchedWorld = Pick<WorldAnswer, 'sellerAccounts' | 'watchDogs'>;

/**
 * When the data of a product were last checked, if they are not as fresh as they should be: '' while it is still being
 * checked for the first time, `null` if its marketplace is stale and something was never checked. `undefined` if they are
 * fresh.
 */
export type StaleAt = string | null | undefined;

export function staleAtOf({ staleSince, starting }: DayFreshness, product: Product): StaleAt {
  const since = staleSince.get(marketKey(product));
  if (since !== undefined) return since;
  return starting.has(product.productId) ? '' : undefined;
}

export function useFresh({ sellerAccounts, watchDogs }: WatchedWorld): DayFreshness {
  const { data: answer } = useFreshness();
  const starting = useMemo(() => findStartingProducts(watchDogs, answer?.sources ?? []), [watchDogs, answer]);
  return useMemo(() => {
    const markets = marketFreshness(answer?.sources ?? [], sellerAccounts);
    const stale = markets.filter((market) => market.state === 'stale');
    return {
      markets: answer ? markets : null,
      summary: summarise(markets),
      staleSince: new Map(stale.map((market) => [marketKey(market), market.at])),
      starting,
    };
  }, [answer, sellerAccounts, starting]);
}
