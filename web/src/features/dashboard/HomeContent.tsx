import { lazy, memo, Suspense, useEffect, useMemo } from 'react';
import { loadPart } from '../../lib/load-part.ts';
import { whenIdle, whenLongIdle } from '../../lib/when-idle.ts';
import type { HomeModel } from './home-model.ts';
import { isIssueView, viewOn, type HomeSearch } from './home-search.ts';
import { IssuesSkeleton } from './IssuesSkeleton.tsx';
import { NoMatch } from './NoMatch.tsx';
import { ProductGrid } from './products/ProductGrid.tsx';
import { ProductList } from './products/ProductList.tsx';
import { SteadyProducts } from './products/SteadyProducts.tsx';
import { stockItemsOf } from './stock/stock-kinds.ts';
import { StockSkeleton } from './stock/StockSkeleton.tsx';
import { useIsPhone } from './use-is-phone.ts';

const loadStock = async () => ({ default: (await loadPart(() => import('./stock/StockView.tsx'))).StockView });
const StockView = lazy(loadStock);

const loadCards = async () => ({ default: (await loadPart(() => import('./alerts/AlertCards.tsx'))).AlertCards });
const AlertCards = lazy(loadCards);
const loadInbox = async () => ({ default: (await loadPart(() => import('./alerts/AlertsInbox.tsx'))).AlertsInbox });
const AlertsInbox = lazy(loadInbox);

interface Props {
  readonly model: HomeModel;
  readonly search: HomeSearch;
  readonly onSearch: (change: Partial<HomeSearch>) => void;
  readonly onOpen: (productId: string) => void;
}

/** Products, issues or stock, in the look that the address names; phones have products and issues, one look of each. */
export const HomeContent = memo(function HomeContent({ model, search, onSearch, onOpen }: Props) {
  const isPhone = useIsPhone();
  const view = viewOn(isPhone, search);
  const { products, issues, staleAt, sellers } = model;
  const stock = useMemo(() => stockItemsOf(model.world.watchDogs), [model.world.watchDogs]);
  useOtherViews(isPhone);
  if (products.length === 0) {
    return <NoMatch onClear={() => onSearch({ q: '', accounts: [], markets: [] })} />;
  }
  if (isIssueView(view)) {
    return (
      <Suspense fallback={<IssuesSkeleton />}>
        {isPhone ? (
          <AlertsInbox model={model} onOpen={onOpen} />
        ) : (
          <AlertCards model={model} layout={view === 'wc' ? 'compact' : 'wide'} onOpen={onOpen} />
        )}
      </Suspense>
    );
  }
  if (view === 'inv') {
    return (
      <Suspense fallback={<StockSkeleton />}>
        <StockView model={model} problemsOnTop={search.problems ?? true} onOpen={onOpen} />
      </Suspense>
    );
  }
  return (
    <SteadyProducts products={products} choice={search}>
      {(steady) =>
        isPhone || view === 'pr2' ? (
          <ProductList
            products={steady}
            issues={issues}
            stock={stock}
            staleAt={staleAt}
            sellers={sellers}
            onOpen={onOpen}
          />
        ) : (
          <ProductGrid products={steady} issues={issues} stock={stock} staleAt={staleAt} onOpen={onOpen} />
        )
      }
    </SteadyProducts>
  );
});

/** Fetched once the page stands, so that nobody need wait for the issues or the stock; what fails is asked for again then. */
function useOtherViews(isPhone: boolean): void {
  useEffect(() => {
    const issues = whenIdle().then<unknown>(isPhone ? loadInbox : loadCards);
    const all = isPhone ? issues : issues.then(whenLongIdle).then(loadStock);
    void all.catch(() => undefined);
  }, [isPhone]);
}
