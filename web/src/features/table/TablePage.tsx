import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useMemo, useState, type ReactNode } from 'react';
import { stateOfTheWorld, type Product, type WorldAnswer } from '@app/shared/contract/world.ts';
import { query } from '../../lib/http/call.ts';
import { useFailed, type Failed } from '../../lib/http/kept-failure.ts';
import { openIssuesByProduct } from '@app/shared/world/issues/open-issues.ts';
import { ErrorState } from '../../ui/layout/ErrorState.tsx';
import { Pager } from '../../ui/layout/Pager.tsx';
import { PageTitle } from '../../ui/layout/PageTitle.tsx';
import { Panel } from '../../ui/layout/Panel.tsx';
import { Skeleton } from '../../ui/layout/Skeleton.tsx';
import { TopBarSlot } from '../../ui/layout/TopBarSlot.tsx';
import { TriageProvider } from '../issues/triage/Triage.tsx';
import { Filters } from '../dashboard/filters/Filters.tsx';
import { findStaleness, useFresh } from '../../world/use-fresh.ts';
import { useIsPhone } from '../../ui/hooks/use-is-phone.ts';
import { EmptyTable } from './EmptyTable.tsx';
import { ProductTable } from './ProductTable.tsx';
import { orderOf, parseTableSearch, sortBy, type TableSearch } from './table-search.ts';
import '../dashboard/home.css';
import './table.css';

/**
 * A table of fifty products per page, each fetched when it is shown, for computers that cannot hold ten thousand. It
 * never polls.
 */
export function TablePage() {
  const search = useSearch({ from: '/table' });
  const navigate = useNavigate({ from: '/table' });
  const page = usePage(search);
  const { data: loaded, isPlaceholderData } = page;
  const failed = useFailed(page);
  // The filters of the last loaded page stay visible if the requested page does not load.
  const [known, setKnown] = useState(loaded);
  if (loaded && loaded !== known) setKnown(loaded);
  const world = loaded ?? known;
  const failure = failed && <Failure {...failed} />;
  const isPhone = useIsPhone();
  const handleSearch = useCallback(
    (change: Partial<TableSearch>) =>
      // A new filter starts at its first page.
      void navigate({ search: (before) => parseTableSearch({ ...before, page: undefined, ...change }), replace: true }),
    [navigate],
  );
  return (
    <main className="table-page">
      <PageTitle>Products</PageTitle>
      {!isPhone && (
        <TopBarSlot name="views">
          <nav className="views" aria-label="Views">
            <Link to="/table">Light UI (beta)</Link>
            <Link to="/home">All of the dashboard</Link>
          </nav>
        </TopBarSlot>
      )}
      <header className="table-page__head">
        <h1>Products</h1>
        {isPhone && <Link to="/home">All of the dashboard</Link>}
      </header>
      {!world && (failure || <Skeleton width="100%" height="420px" />)}
      {world && (
        <TriageProvider>
          <Page world={world} search={search} isTurning={isPlaceholderData} failure={failure} onSearch={handleSearch} />
        </TriageProvider>
      )}
    </main>
  );
}

function Failure(failed: Failed) {
  return (
    <Panel>
      <ErrorState
        title="Your products did not load"
        {...failed}
        message="Nothing is lost: they are watched all the same."
      />
    </Panel>
  );
}

function usePage({ page = 1, q, accounts, markets, problems, sort }: TableSearch) {
  const asked = {
    page: page - 1,
    ...(q === undefined ? {} : { q }),
    ...(accounts === undefined ? {} : { accounts: accounts.join(',') }),
    ...(markets === undefined ? {} : { markets: markets.join(',') }),
    ...(problems === false ? ({ problems: 'false' } as const) : {}),
    ...(sort !== undefined && { sort }),
  };
  return useQuery({ ...query(stateOfTheWorld, { query: asked }), placeholderData: keepPreviousData });
}

interface PageProps {
  readonly world: WorldAnswer;
  readonly search: TableSearch;
  /** Whether the requested page is still loading; the previous page is shown until then. */
  readonly isTurning: boolean;
  /** Shown in place of the table if the requested page did not load. */
  readonly failure: ReactNode;
  readonly onSearch: (change: Partial<TableSearch>) => void;
}

function Page({ world, search, isTurning, failure, onSearch }: PageProps) {
  const navigate = useNavigate();
  const fresh = useFresh(world);
  const issues = useMemo(() => openIssuesByProduct(world.watchDogs), [world.watchDogs]);
  const sellers = useMemo(
    () => new Map(world.sellerAccounts.map((account) => [account.sellerId, account.nickName ?? account.name])),
    [world.sellerAccounts],
  );
  const marketplaces = useMemo(
    () => [...new Set(world.sellerAccounts.flatMap((account) => account.marketplaces))].toSorted(),
    [world.sellerAccounts],
  );
  const stalenessOf = useCallback((product: Product) => findStaleness(fresh, product), [fresh]);
  const handleOpen = useCallback(
    (productId: string) => void navigate({ to: '/home', hash: `pdet-${productId}` }),
    [navigate],
  );
  const page = Math.min((search.page ?? 1) - 1, world.maxPage);
  const rows =
    world.products.length === 0 ? (
      <EmptyTable
        search={search}
        isTurning={isTurning}
        onClear={() => onSearch({ q: '', accounts: [], markets: [] })}
      />
    ) : (
      <div aria-busy={isTurning}>
        <ProductTable
          products={world.products}
          watchDogs={world.watchDogs}
          issues={issues}
          stalenessOf={stalenessOf}
          sellers={sellers}
          order={orderOf(search)}
          onSort={(by) => onSearch(sortBy(search, by))}
          onOpen={handleOpen}
        />
      </div>
    );
  return (
    <>
      <Filters search={search} onSearch={onSearch} accounts={world.sellerAccounts} marketplaces={marketplaces}>
        <span className="filters__end">
          <Pager page={page} pages={world.maxPage + 1} onChange={(next) => onSearch({ page: next + 1 })} />
        </span>
      </Filters>
      {failure || rows}
      {world.maxPage > 0 && (
        <p className="meta on-paper">
          Page {page + 1} of {world.maxPage + 1}. Each page is printed on its own.
        </p>
      )}
    </>
  );
}
