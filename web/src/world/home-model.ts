import { useCallback, useMemo } from 'react';
import { countWorld, type WorldCounts } from '@app/shared/world/counts.ts';
import type { Product, WorldAnswer } from '@app/shared/contract/world.ts';
import { filterProducts } from './filter.ts';
import type { Issue } from '@app/shared/world/issues/open-issues.ts';
import { openIssuesOf, problemsFirst } from './world-index.ts';
import type { HomeSearch } from './home-search.ts';
import type { Staleness } from './staleness.ts';
import { areSomeStale, findStaleness, type DayFreshness } from './use-fresh.ts';

/** The model of all parts of the dashboard, computed once per change of the world or the filter. */
export interface HomeModel {
  readonly world: WorldAnswer;
  /**
   * The filtered products in the order of the list. Sorted on the first call, because most views have an order of their
   * own.
   */
  readonly listed: () => readonly Product[];
  /** The filtered products in the order of the world. */
  readonly shown: ReadonlyMap<string, Product>;
  readonly byId: ReadonlyMap<string, Product>;
  readonly issues: ReadonlyMap<string, readonly Issue[]>;
  /** The counts of all products. */
  readonly counts: WorldCounts;
  /** The counts of the filtered products. */
  readonly shownCounts: WorldCounts;
  /** Nicknames of the seller accounts by id. */
  readonly sellers: ReadonlyMap<string, string>;
  readonly stalenessOf: (product: Product) => Staleness;
  /** Whether the marketplace of one of the filtered products is stale. */
  readonly hasStale: boolean;
}

const none: readonly string[] = [];

export function useHomeModel(world: WorldAnswer, search: HomeSearch, fresh: DayFreshness): HomeModel {
  const { products: all, watchDogs, sellerAccounts } = world;
  const { q = '', accounts = none, markets = none, problems = true } = search;
  const issues = useMemo(() => openIssuesOf(watchDogs), [watchDogs]);
  const filtered = useMemo(
    () => filterProducts(all, { text: q, sellerIds: accounts, marketplaces: markets }),
    [all, q, accounts, markets],
  );
  const listed = useCallback(
    () => (problems ? problemsFirst(filtered, issues) : filtered),
    [filtered, issues, problems],
  );
  const byId = useMemo(() => mapById(all), [all]);
  const shown = useMemo(() => (filtered === all ? byId : mapById(filtered)), [filtered, all, byId]);
  const counts = useMemo(() => countWorld({ products: all, watchDogs }, byId), [all, watchDogs, byId]);
  const shownCounts = useMemo(
    () => (shown === byId ? counts : countWorld({ products: all, watchDogs }, shown)),
    [shown, byId, counts, all, watchDogs],
  );
  const sellers = useMemo(
    () => new Map(sellerAccounts.map((account) => [account.sellerId, account.nickName ?? account.name])),
    [sellerAccounts],
  );
  const stalenessOf = useCallback((product: Product) => findStaleness(fresh, product), [fresh]);
  const hasStale = useMemo(() => areSomeStale(fresh, shown.values()), [fresh, shown]);
  return useMemo(
    () => ({ world, listed, shown, byId, issues, counts, shownCounts, sellers, stalenessOf, hasStale }),
    [world, listed, shown, byId, issues, counts, shownCounts, sellers, stalenessOf, hasStale],
  );
}

const mapById = (products: readonly Product[]): ReadonlyMap<string, Product> =>
  new Map(products.map((product) => [product.productId, product]));
