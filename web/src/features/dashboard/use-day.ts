import { useMemo } from 'react';
import { useFreshness } from '../../lib/world.ts';
import { marketFreshness, marketKey, summarise, type FreshnessSummary, type MarketFreshness } from './freshness.ts';
import type { HomeModel } from './home-model.ts';
import { verdictOf, type Verdict } from './verdict.ts';

export interface Fresh {
  /** `null` until the server has told. */
  readonly markets: readonly MarketFreshness[] | null;
  readonly summary: FreshnessSummary;
  /** Marketplaces that do not answer, with the instant of their last answer; empty text when there never was one. */
  readonly staleSince: ReadonlyMap<string, string>;
}

export function useFresh(): Fresh {
  const { data: answer } = useFreshness();
  return useMemo(() => {
    const markets = marketFreshness(answer?.sources ?? []);
    const stale = markets.filter((market) => market.state === 'stale');
    return {
      markets: answer ? markets : null,
      summary: summarise(markets),
      staleSince: new Map(stale.map((market) => [marketKey(market), market.at ?? ''])),
    };
  }, [answer]);
}

/** The verdict with what it rests on. */
export interface Day {
  readonly verdict: Verdict;
  readonly staleProducts: number;
  readonly marketplaces: readonly string[];
}

export function useDay({ world, counts, issues }: HomeModel, { staleSince, summary }: Fresh): Day {
  const marketplaces = useMemo(
    () => [...new Set(world.products.map((product) => product.marketplace))].toSorted(),
    [world.products],
  );
  const stale = useMemo(
    () => world.products.filter((product) => staleSince.has(marketKey(product))),
    [world.products, staleSince],
  );
  const staleWithoutIssues = stale.filter((product) => !issues.has(product.productId)).length;
  const { isAllStale } = summary;
  const verdict = verdictOf({ ...counts, staleProducts: stale.length, staleWithoutIssues, isAllStale });
  return { verdict, staleProducts: stale.length, marketplaces };
}
