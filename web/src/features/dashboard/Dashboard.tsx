import { useCallback, useMemo, type ReactNode } from 'react';
import type { WorldAnswer } from '@app/shared/contract/sentinel.ts';
import { countOpen } from '../../lib/world-index.ts';
import { TopBarSlot } from '../../ui/TopBarSlot.tsx';
import { DoNow } from './DoNow.tsx';
import { EndOfFilters } from './EndOfFilters.tsx';
import { Filters } from './Filters.tsx';
import { FreshnessLine, FreshnessRows } from './FreshnessViews.tsx';
import { HomeBanners } from './HomeBanners.tsx';
import { KeyList } from './KeyList.tsx';
import { LiveNews } from './LiveNews.tsx';
import { NoProducts } from './NoProducts.tsx';
import { PhoneTabs, ViewTabs } from './ViewTabs.tsx';
import { FoldedToday, StatisticsPanel, VerdictHead } from './Today.tsx';
import { WatchdogMenu } from './WatchdogMenu.tsx';
import { useHomeModel, type HomeModel } from './home-model.ts';
import { isIssueView, type HomeSearch } from './home-search.ts';
import { useIsPhone } from './use-is-phone.ts';
import { useBeacon } from './use-beacon.ts';
import { useScrollToCard } from './use-scroll-to-card.ts';
import { useDay, useFresh, type Day, type Fresh } from './use-day.ts';
import './home.css';

interface Props {
  readonly world: WorldAnswer;
  readonly search: HomeSearch;
  /** The search that the content is drawn from; it may lag behind while a large one is being drawn. */
  readonly shownSearch: HomeSearch;
  readonly onSearch: (change: Partial<HomeSearch>) => void;
  readonly onOpen: (productId: string) => void;
  readonly isSyncing: boolean;
  /** Products or alert cards, whichever view the address names. */
  readonly children: (model: HomeModel) => ReactNode;
}

export function Dashboard({ world, search, shownSearch, onSearch, onOpen, isSyncing, children }: Props) {
  const fresh = useFresh();
  const model = useHomeModel(world, shownSearch, fresh.staleSince);
  const isPhone = useIsPhone();
  const view = search.view ?? 'pr';
  const issuesShown = isIssueView(shownSearch.view ?? 'pr');
  const day = useDay(model, fresh);
  useBeacon(day.verdict, fresh.summary);
  const openIssues = useMemo(() => countOpen(model.issues), [model.issues]);
  const { current, scrollTo } = useScrollToCard(
    useCallback(() => onSearch({ view: 'wd' }), [onSearch]),
    issuesShown,
  );

  return (
    <div className="home">
      <TopBarSlot name="views">
        {!isPhone && (
          <ViewTabs view={view} products={model.counts.totalProducts} issues={openIssues} onSearch={onSearch} />
        )}
      </TopBarSlot>
      <TopBarSlot name="end">
        <FreshnessLine fresh={fresh.summary} />
      </TopBarSlot>
      {!isPhone && (
        <WatchdogMenu watchDogs={world.watchDogs} counts={model.counts} current={current} onSelect={scrollTo} />
      )}
      <main className="home__main">
        <HomeBanners world={world} isSyncing={isSyncing} />
        {world.products.length === 0 ? (
          <NoProducts hasAccount={world.sellerAccounts.length > 0} isSyncing={isSyncing} />
        ) : (
          <>
            <Today model={model} day={day} fresh={fresh} folded={issuesShown} onOpen={onOpen} onSearch={onSearch} />
            <Filters
              search={search}
              onSearch={onSearch}
              accounts={world.sellerAccounts}
              marketplaces={day.marketplaces}
            >
              <EndOfFilters model={model} view={view} isPhone={isPhone} onSearch={onSearch} />
            </Filters>
            {children(model)}
          </>
        )}
      </main>
      {isPhone && <PhoneTabs view={view} alerts={model.counts.uncheckedAlerts} onSearch={onSearch} />}
      <LiveNews model={model} />
      <KeyList />
    </div>
  );
}

interface TodayProps extends Pick<Props, 'onOpen' | 'onSearch'> {
  readonly model: HomeModel;
  readonly day: Day;
  readonly fresh: Fresh;
  readonly folded: boolean;
}

function Today({ model, day, fresh, folded, onOpen, onSearch }: TodayProps) {
  if (folded) return <FoldedToday verdict={day.verdict} stats={model.counts} />;
  const isCalm = model.counts.uncheckedAlerts + model.counts.uncheckedWarnings === 0;
  return (
    <>
      <VerdictHead verdict={day.verdict} fresh={fresh.summary} staleProducts={day.staleProducts} />
      <div className={isCalm ? 'today today--calm' : 'today'}>
        <DoNow model={model} onOpen={onOpen} onAllIssues={() => onSearch({ view: 'wd' })} />
        <StatisticsPanel stats={model.counts}>
          <FreshnessRows accounts={model.world.sellerAccounts} markets={fresh.markets} />
        </StatisticsPanel>
      </div>
    </>
  );
}
