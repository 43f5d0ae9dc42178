import { useMemo } from 'react';
import { useNow } from '../ui/hooks/use-now.ts';
import { useFreshness } from './world.ts';
import {
  marketFreshness,
  marketKey,
  summarise,
  type FreshnessSummary,
  type MarketFreshness,
} from '@app/shared/world/market-freshness.ts';
import type { HomeModel } from './home-model.ts';
import { doNowIn } from './world-index.ts';
import type { DoNow } from '@app/shared/world/issues/do-now.ts';
import { dayHeadlineOf, type DayHeadline } from '@app/shared/world/day-headline.ts';
import { hourMs } from '@app/shared/base/time.ts';

export interface DayFreshness {
  /** `null` until the server has answered. */
  readonly markets: readonly MarketFreshness[] | null;
  readonly summary: FreshnessSummary;
  /** Stale marketplaces with the instant of their last answer, which is empty if there never was one. */
  readonly staleSince: ReadonlyMap<string, string>;
}

export function useFresh(): DayFreshness {
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

/** The headline of the day and its data. */
export interface Day {
  readonly verdict: DayHeadline;
  readonly toDo: DoNow;
  readonly staleProducts: number;
  readonly marketplaces: readonly string[];
}

export function useDay({ world, counts, issues, byId }: HomeModel, { staleSince, summary }: DayFreshness): Day {
  const marketplaces = useMemo(
    () => [...new Set(world.products.map((product) => product.marketplace))].toSorted(),
    [world.products],
  );
  const stale = useMemo(
    () => world.products.filter((product) => staleSince.has(marketKey(product))),
    [world.products, staleSince],
  );
  const staleWithoutIssues = useMemo(
    () => stale.filter((product) => !issues.has(product.productId)).length,
    [stale, issues],
  );
  // The usual sales depend on the day only, so that they are not computed with every tick of the clock.
  const hour = Math.floor(useNow() / hourMs);
  const toDo = useMemo(() => doNowIn({ issues, byId, now: hour * hourMs }), [issues, byId, hour]);
  const { isAllStale } = summary;
  const staleProducts = stale.length;
  const verdict = useMemo(
    () =>
      dayHeadlineOf({
        ...counts,
        things: counts.uncheckedAlerts > 0 ? toDo.atRisk.things : 0,
        atRisk: toDo.atRisk,
        staleProducts,
        staleWithoutIssues,
        isAllStale,
      }),
    [counts, toDo, staleProducts, staleWithoutIssues, isAllStale],
  );
  return useMemo(() => ({ verdict, toDo, staleProducts, marketplaces }), [verdict, toDo, staleProducts, marketplaces]);
}
