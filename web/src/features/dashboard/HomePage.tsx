import { useQuery } from '@tanstack/react-query';
import { useDeferredValue } from 'react';
import type { WorldAnswer } from '@app/shared/contract/world.ts';
import { ApiError, meansOffline } from '../../lib/http/api-error.ts';
import { identityQuery } from '../../lib/session/identity.ts';
import { useWorld, useWorldUpkeep } from '../../world/world.ts';
import { ErrorState } from '../../ui/layout/ErrorState.tsx';
import { PageTitle } from '../../ui/layout/PageTitle.tsx';
import { Panel } from '../../ui/layout/Panel.tsx';
import { useAfterPaint } from '../../ui/hooks/use-after-paint.ts';
import { TriageProvider } from '../issues/triage/Triage.tsx';
import { Dashboard } from './Dashboard.tsx';
import { DashboardSkeleton } from './DashboardSkeleton.tsx';
import { HomeContent } from './HomeContent.tsx';
import { OpenProduct } from './OpenProduct.tsx';
import { SalesChart } from '../charts/sales/SalesChart.tsx';
import { useHomeSearch } from './use-home-search.ts';
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
      <h1 className="visually-hidden">Products</h1>
      <Panel>
        <ErrorState
          title="Your products did not load"
          level={error instanceof ApiError && meansOffline(error) ? 'stale' : 'alert'}
          message="Nothing is lost: they are watched all the same."
          onRetry={() => void refetch()}
        />
      </Panel>
    </main>
  );
}

function Home({ world, isSyncing }: { readonly world: WorldAnswer; readonly isSyncing: boolean }) {
  const { search, change } = useHomeSearch();
  // Tabs and filters answer at once; what they show, and what is new, follows as soon as it is drawn.
  const shownSearch = useAfterPaint(search);
  const shownWorld = useDeferredValue(world);
  const detail = useOpenProduct();
  return (
    <SalesChart products={shownWorld.products}>
      <Dashboard
        world={shownWorld}
        search={search}
        shownSearch={shownSearch}
        onSearch={change}
        onOpen={detail.show}
        isSyncing={isSyncing}
      >
        {(model) => (
          <>
            <PageTitle>Home</PageTitle>
            <HomeContent model={model} search={shownSearch} onSearch={change} onOpen={detail.show} />
            <OpenProduct model={model} detail={detail} />
          </>
        )}
      </Dashboard>
    </SalesChart>
  );
}
