import { useQuery } from '@tanstack/react-query';
import { memo, Suspense, useCallback, useDeferredValue, useEffect, useRef, useState } from 'react';
import type { WorldAnswer } from '@app/shared/contract/world.ts';
import { useFailed } from '../../lib/http/kept-failure.ts';
import { identityQuery, type Identity } from '../../lib/session/identity.ts';
import { useIsAnswered } from '../../world/known-world.ts';
import { useWorld, useWorldUpkeep } from '../../world/world.ts';
import { ErrorState } from '../../ui/layout/ErrorState.tsx';
import { PageTitle } from '../../ui/layout/PageTitle.tsx';
import { Panel } from '../../ui/layout/Panel.tsx';
import { useAfterPaint, useLater } from '../../ui/hooks/use-after-paint.ts';
import { useUnpressed } from '../../lib/browser/use-unpressed.ts';
import { BegunWork } from '../issues/BegunWork.tsx';
import { TriageProvider } from '../issues/triage/Triage.tsx';
import { Dashboard } from './Dashboard.tsx';
import { DashboardSkeleton } from './DashboardSkeleton.tsx';
import { HomeContent } from './HomeContent.tsx';
import { SalesChart } from '../charts/sales/SalesChart.tsx';
import { UnknownProduct } from './UnknownProduct.tsx';
import { useOpenProduct, useOpenProductId } from './use-open-product.ts';
import './home.css';
import { whenIdle, whenLongIdle } from '../../lib/browser/when-idle.ts';
import { lazyPart } from '../../lib/browser/lazy-part.tsx';
import { loadPart } from '../../lib/browser/load-part.ts';
import { recorder } from '../charts/flight-recorder/recorder.ts';
import type { HomeModel } from '../../world/home-model.ts';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { isSameSearch, parseHomeSearch, type HomeSearch } from '../../world/home-search.ts';

/** Specification, section 4: how long after the first seller account the syncing message stays. */
const syncingSeconds = 9999;

export function HomePage() {
  const { data: viewer } = useQuery({ ...identityQuery, select: viewerOf });
  return viewer ? <World key={viewer.email} {...viewer} /> : <DashboardSkeleton />;
}

/**
 * Selects what the dashboard draws, because the age of the seller account differs in each answer, and the dashboard would
 * be drawn again for it.
 */
const viewerOf = ({ email, secondsSinceFirstSellerAccountCreated: age }: Identity) => ({
  email,
  isSyncing: age !== null && age < syncingSeconds,
});

function World({ email, isSyncing }: { readonly email: string; readonly isSyncing: boolean }) {
  const state = useWorld(email);
  const { data: world } = state;
  const failed = useFailed(state);
  useWorldUpkeep(world);
  if (world) {
    return (
      <TriageProvider>
        <Home world={world} isSyncing={isSyncing} />
      </TriageProvider>
    );
  }
  if (!failed) return <DashboardSkeleton />;
  return (
    <main className="home__failed">
      <h1 className="visually-hidden">Products</h1>
      <Panel>
        <ErrorState
          title="Your products did not load"
          {...failed}
          message="Nothing is lost: they are watched all the same."
        />
      </Panel>
    </main>
  );
}

function Home({ world, isSyncing }: { readonly world: WorldAnswer; readonly isSyncing: boolean }) {
  const { search, change } = useHomeSearch();
  // Tabs and filters respond immediately; their results and new data are drawn after that.
  const shownSearch = useUnpressed(useAfterPaint(search));
  const shownWorld = useUnpressed(useDeferredValue(world));
  // React draws deferred values together: the page must not say that it is up to date before the new world is drawn.
  const isAnswered = useDeferredValue(useIsAnswered());
  const detail = useOpenProduct();
  return (
    <SalesChart products={shownWorld.products} Unknown={UnknownProduct}>
      <BegunWork watchDogs={shownWorld.watchDogs} />
      <Dashboard
        world={shownWorld}
        search={search}
        shownSearch={shownSearch}
        onSearch={change}
        onOpen={detail.show}
        isSyncing={isSyncing}
        isAnswered={isAnswered}
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

const dialog = lazyPart(async () => (await loadPart(() => import('./ProductDialog.tsx'))).ProductDialog);

interface Props {
  readonly model: HomeModel;
  readonly detail: ReturnType<typeof useOpenProduct>;
}

/** The detail of the product that the address names, if any. */
const OpenProduct = memo(function OpenProduct({ model, detail }: Props) {
  // The drawing of the detail is deferred, so that other interactions come first.
  const productId = useDeferredValue(useOpenProductId());
  // Loads the code of the detail once the page is shown, so that the first click needs no wait. A click repeats a
  // failed load.
  useEffect(
    () =>
      void whenIdle()
        .then(dialog.load)
        .then(whenLongIdle)
        .then(recorder.load)
        .catch(() => undefined),
    [],
  );
  const product = productId === null ? undefined : model.byId.get(productId);
  if (productId === null) return null;
  if (!product) return <UnknownProduct onClose={detail.close} />;
  return (
    <Suspense fallback={null}>
      <dialog.Part product={product} model={model} detail={detail} />
    </Suspense>
  );
});

/** The view and the filters. A choice takes effect at once, and is written to the address after the paint. */
function useHomeSearch() {
  const addressed = useSearch({ from: '/home' });
  const navigate = useNavigate({ from: '/home' });
  const later = useLater();
  const owed = useRef<Partial<HomeSearch>>({});
  const [chosen, setChosen] = useState({ search: addressed, addressed });
  const change = useCallback(
    (part: Partial<HomeSearch>) => {
      owed.current = { ...owed.current, ...part };
      setChosen((before) => ({ ...before, search: parseHomeSearch({ ...before.search, ...part }) }));
      later(() => {
        const all = owed.current;
        owed.current = {};
        const isView = all.view !== undefined;
        // A typed filter is written to the address after a pause; a product that was opened in the meantime stays open.
        const kept = isView ? { hash: '' } : ({ hash: true, state: true, replace: true } as const);
        void navigate({ search: (before) => parseHomeSearch({ ...before, ...all }), resetScroll: false, ...kept });
      });
    },
    [later, navigate],
  );
  if (chosen.addressed === addressed) return { search: chosen.search, change };
  // After the back button the address decides. An equal search stays the same object, so that nothing is drawn again.
  const search = isSameSearch(chosen.search, addressed) ? chosen.search : addressed;
  setChosen({ search, addressed });
  return { search, change };
}
