import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useDeferredValue } from 'react';
import type { WorldAnswer } from '@app/shared/contract/sentinel.ts';
import { identityQuery } from '../../lib/identity.ts';
import { useWorld, useWorldUpkeep } from '../../lib/world.ts';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { PageTitle } from '../../ui/PageTitle.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { AlertCards } from './alerts/AlertCards.tsx';
import { AlertsInbox } from './alerts/AlertsInbox.tsx';
import { ProductIssues } from './alerts/ProductIssues.tsx';
import { TriageProvider } from './alerts/Triage.tsx';
import { Dashboard } from './Dashboard.tsx';
import { DashboardSkeleton } from './DashboardSkeleton.tsx';
import type { HomeModel } from './home-model.ts';
import { isIssueView, parseHomeSearch, type HomeSearch } from './home-search.ts';
import { NoMatch } from './NoMatch.tsx';
import { ProductDetail } from './products/ProductDetail.tsx';
import { ProductGrid } from './products/ProductGrid.tsx';
import { ProductList } from './products/ProductList.tsx';
import { SteadyProducts } from './products/SteadyProducts.tsx';
import { useIsPhone } from './use-is-phone.ts';
import { useOpenProduct } from './use-open-product.ts';
import './home.css';

/** Specification, section 4: how long after the first seller account the syncing message stays. */
const syncingSeconds = 9999;

export function HomePage() {
  const { data: identity } = useQuery(identityQuery);
  if (!identity) return <DashboardSkeleton />;
  const age = identity.secondsSinceFirstSellerAccountCreated;
  return <World key={identity.email} email={identity.email} isSyncing={age !== null && age < syncingSeconds} />;
}

function World({ email, isSyncing }: { readonly email: string; readonly isSyncing: boolean }) {
  const { data: world, error, refetch } = useWorld(email);
  useWorldUpkeep(world);
  if (world) {
    return (
      <TriageProvider>
        <Home world={world} isSyncing={isSyncing} />
      </TriageProvider>
    );
  }
  if (!error) return <DashboardSkeleton />;
  return (
    <main className="home__failed">
      <Panel>
        <ErrorState
          title="Your products did not load"
          message="Nothing is lost: they are watched all the same."
          onRetry={() => void refetch()}
        />
      </Panel>
    </main>
  );
}

function Home({ world, isSyncing }: { readonly world: WorldAnswer; readonly isSyncing: boolean }) {
  const search = useSearch({ from: '/home' });
  // Tabs and filters answer at once; what they show follows as soon as it is drawn.
  const shownSearch = useDeferredValue(search);
  const navigate = useNavigate({ from: '/home' });
  const detail = useOpenProduct();
  const handleSearch = useCallback(
    (change: Partial<HomeSearch>) =>
      void navigate({
        search: (before) => parseHomeSearch({ ...before, ...change }),
        replace: change.view === undefined,
        resetScroll: false,
        hash: '',
      }),
    [navigate],
  );
  return (
    <Dashboard
      world={world}
      search={search}
      shownSearch={shownSearch}
      onSearch={handleSearch}
      onOpen={detail.open}
      isSyncing={isSyncing}
    >
      {(model) => (
        <>
          <PageTitle>Home</PageTitle>
          <Content model={model} search={shownSearch} onSearch={handleSearch} onOpen={detail.open} />
          <OpenProduct model={model} detail={detail} />
        </>
      )}
    </Dashboard>
  );
}

interface ContentProps {
  readonly model: HomeModel;
  readonly search: HomeSearch;
  readonly onSearch: (change: Partial<HomeSearch>) => void;
  readonly onOpen: (productId: string) => void;
}

function Content({ model, search, onSearch, onOpen }: ContentProps) {
  const isPhone = useIsPhone();
  const view = search.view ?? 'pr';
  const { products, issues, staleAt, sellers } = model;
  if (products.length === 0) {
    return <NoMatch onClear={() => onSearch({ q: '', accounts: [], markets: [] })} />;
  }
  if (isIssueView(view)) {
    if (isPhone) return <AlertsInbox model={model} onOpen={onOpen} />;
    return <AlertCards model={model} layout={view === 'wc' ? 'compact' : 'wide'} onOpen={onOpen} />;
  }
  return (
    <SteadyProducts products={products} choice={search}>
      {(steady) =>
        isPhone || view === 'pr2' ? (
          <ProductList products={steady} issues={issues} staleAt={staleAt} sellers={sellers} onOpen={onOpen} />
        ) : (
          <ProductGrid products={steady} issues={issues} staleAt={staleAt} onOpen={onOpen} />
        )
      }
    </SteadyProducts>
  );
}

interface OpenProductProps {
  readonly model: HomeModel;
  readonly detail: ReturnType<typeof useOpenProduct>;
}

function OpenProduct({ model, detail }: OpenProductProps) {
  const product = detail.productId === null ? undefined : model.byId.get(detail.productId);
  if (!product) return null;
  return (
    <ProductDetail
      product={product}
      seller={model.sellers.get(product.sellerId) ?? ''}
      gallery={model.products}
      onTurn={detail.turn}
      onClose={detail.close}
    >
      <ProductIssues product={product} watchDogs={model.world.watchDogs} staleAt={model.staleAt(product)} />
    </ProductDetail>
  );
}
