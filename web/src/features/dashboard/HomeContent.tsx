import { memo, Suspense, useEffect, useMemo } from 'react';
import { lazyPart } from '../../lib/browser/lazy-part.tsx';
import { loadPart } from '../../lib/browser/load-part.ts';
import { whenIdle, whenLongIdle } from '../../lib/browser/when-idle.ts';
import type { HomeModel } from '../../world/home-model.ts';
import { isIssueView, viewOn, type HomeSearch } from '../../world/home-search.ts';
import { IssuesSkeleton } from '../issues/IssuesSkeleton.tsx';
import { NoMatch } from './NoMatch.tsx';
import { ProductGrid } from '../products/ProductGrid.tsx';
import { ProductList } from '../products/ProductList.tsx';
import { SteadyProducts } from '../products/SteadyProducts.tsx';
import { stockItemsOf } from '../products/stock-kinds.ts';
import { StockSkeleton } from '../stock/StockSkeleton.tsx';
import { useIsPhone } from '../../ui/hooks/use-is-phone.ts';

const stockView = lazyPart(async () => (await loadPart(() => import('../stock/StockView.tsx'))).StockView);
const cards = lazyPart(async () => (await loadPart(() => import('../issues/card/AlertCards.tsx'))).AlertCards);
const inbox = lazyPart(async () => (await loadPart(() => import('../issues/inbox/AlertsInbox.tsx'))).AlertsInbox);

interface Props {
  readonly model: HomeModel;
  readonly search: HomeSearch;
  readonly onSearch: (change: Partial<HomeSearch>) => void;
  readonly onOpen: (productId: string) => void;
}

/**
 * Products, issues or stock, in the layout that the address names; phones have one layout each of products and issues.
 */
export const HomeContent = memo(function HomeContent({ model, search, onSearch, onOpen }: Props) {
  const isPhone = useIsPhone();
  const view = viewOn(isPhone, search);
  const { issues, stalenessOf, sellers } = model;
  const stock = useMemo(() => stockItemsOf(model.world.watchDogs), [model.world.watchDogs]);
  useOtherViews(isPhone);
  if (model.shown.size === 0) {
    return <NoMatch onClear={() => onSearch({ q: '', accounts: [], markets: [] })} />;
  }
  if (isIssueView(view)) {
    return (
      <Suspense fallback={<IssuesSkeleton />}>
        {isPhone ? (
          <inbox.Part model={model} onOpen={onOpen} />
        ) : (
          <cards.Part model={model} layout={view === 'wc' ? 'compact' : 'wide'} onOpen={onOpen} />
        )}
      </Suspense>
    );
  }
  if (view === 'inv') {
    return (
      <Suspense fallback={<StockSkeleton />}>
        <stockView.Part model={model} problemsOnTop={search.problems ?? true} onOpen={onOpen} />
      </Suspense>
    );
  }
  return (
    <SteadyProducts products={model.listed()} issues={issues} choice={search}>
      {(steady) =>
        isPhone || view === 'pr2' ? (
          <ProductList
            products={steady}
            issues={issues}
            stock={stock}
            stalenessOf={stalenessOf}
            sellers={sellers}
            onOpen={onOpen}
          />
        ) : (
          <ProductGrid products={steady} issues={issues} stock={stock} stalenessOf={stalenessOf} onOpen={onOpen} />
        )
      }
    </SteadyProducts>
  );
});

/**
 * Loads the code of the other views once the page is shown, so that opening them needs no wait. A failed load is
 * repeated when the view is opened.
 */
function useOtherViews(isPhone: boolean): void {
  useEffect(() => {
    const issues = whenIdle().then<unknown>(isPhone ? inbox.load : cards.load);
    const all = isPhone ? issues : issues.then(whenLongIdle).then(stockView.load);
    void all.catch(() => undefined);
  }, [isPhone]);
}
