import { useMemo } from 'react';
import { useNow } from '../ui/hooks/use-now.ts';
import { marketKey } from '@app/shared/world/market-freshness.ts';
import type { DayFreshness } from './use-fresh.ts';
import type { HomeModel } from './home-model.ts';
import type { Product } from '@app/shared/contract/world.ts';
import { doNowIn } from './world-index.ts';
import type { DoNow } from '@app/shared/world/issues/do-now.ts';
import { dayHeadlineOf, type DayHeadline } from '@app/shared/world/day-headline.ts';
import { hourMs } from '@app/shared/base/time.ts';

/** The headline of the day and its data. */
export interface Day {
  readonly verdict: DayHeadline;
  readonly toDo: DoNow;
  readonly staleProducts: number;
  readonly marketplaces: readonly string[];
  /** Whether the server has still to answer, so that what is known may be that of an earlier visit. */
  readonly isAwaited: boolean;
}

/** @param isAnswered whether the server has answered since the page was opened, which shows a kept world at first. */
export function useDay(
  { world, counts, issues, byId }: HomeModel,
  { markets, staleMarkets, starting, summary }: DayFreshness,
  isAnswered: boolean,
): Day {
  const marketplaces = useMemo(
    () => [...new Set(world.products.map((product) => product.marketplace))].toSorted(),
    [world.products],
  );
  const stale = useMemo(
    () => world.products.filter((product) => staleMarkets.has(marketKey(product))),
    [world.products, staleMarkets],
  );
  const unlooked = useMemo(
    () => world.products.filter((one) => starting.has(one.productId) && !staleMarkets.has(marketKey(one))),
    [world.products, staleMarkets, starting],
  );
  const staleWithoutIssues = useMemo(() => countWithout(issues, stale), [stale, issues]);
  const startingWithoutIssues = useMemo(() => countWithout(issues, unlooked), [unlooked, issues]);
  // The usual sales depend on the day only, so that they are not computed with every tick of the clock.
  const hour = Math.floor(useNow() / hourMs);
  const toDo = useMemo(() => doNowIn({ issues, byId, now: hour * hourMs }), [issues, byId, hour]);
  const { isAllStale } = summary;
  const staleProducts = stale.length;
  const startingProducts = unlooked.length;
  const isAwaited = !isAnswered || markets === null;
  const verdict = useMemo(
    () =>
      dayHeadlineOf({
        ...counts,
        things: counts.uncheckedAlerts > 0 ? toDo.atRisk.things : 0,
        atRisk: toDo.atRisk,
        staleProducts,
        staleWithoutIssues,
        isAllStale,
        startingProducts,
        startingWithoutIssues,
        isAwaited,
      }),
    [counts, toDo, staleProducts, staleWithoutIssues, isAllStale, startingProducts, startingWithoutIssues, isAwaited],
  );
  return useMemo(
    () => ({ verdict, toDo, staleProducts, marketplaces, isAwaited }),
    [verdict, toDo, staleProducts, marketplaces, isAwaited],
  );
}

const countWithout = (issues: HomeModel['issues'], products: readonly Product[]): number =>
  products.filter(({ productId }) => !issues.has(productId)).length;
