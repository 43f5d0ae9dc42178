import { useCallback, type ReactNode } from 'react';
import type { WorldAnswer } from '@app/shared/contract/world.ts';
import { TopBarSlot } from '../../ui/layout/TopBarSlot.tsx';
import { useAfterPaint } from '../../ui/hooks/use-after-paint.ts';
import { EndOfFilters } from './EndOfFilters.tsx';
import { Filters } from './Filters.tsx';
import { FreshnessLine } from '../today/FreshnessViews.tsx';
import { HomeBanners } from './HomeBanners.tsx';
import { KeyList } from './KeyList.tsx';
import { LiveNews } from './LiveNews.tsx';
import { LargeAccount } from './LargeAccount.tsx';
import { NoProducts } from './NoProducts.tsx';
import { PartnerCards } from './PartnerCards.tsx';
import { PhoneTabs, ViewTabs } from './ViewTabs.tsx';
import { TodayPart } from '../today/TodayPart.tsx';
import { WatchdogMenu } from './WatchdogMenu.tsx';
import { useHomeModel, type HomeModel } from '../../world/home-model.ts';
import { isIssueView, screenOf, viewOn, type HomeSearch } from '../../world/home-search.ts';
import { countedItemsOf } from '../products/stock-kinds.ts';
import { countBelowLine } from '../products/stock-state.ts';
import { useIsPhone } from '../../ui/hooks/use-is-phone.ts';
import { useBeacon } from './use-beacon.ts';
import { useScrollToCard } from './use-scroll-to-card.ts';
import { useDay, useFresh } from '../../world/use-day.ts';
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
  const view = viewOn(isPhone, search);
  const shownView = viewOn(isPhone, shownSearch);
  const issuesShown = isIssueView(shownView);
  // What has been marked changes at once; what to do first, weighed over all products, follows.
  const weighed = useAfterPaint(model);
  const day = useDay(weighed, fresh);
  useBeacon(day.verdict, fresh.summary);
  const belowLine = countBelowLine(model.byId, countedItemsOf(world.watchDogs));
  const { current, scrollTo } = useScrollToCard(
    useCallback(() => onSearch({ view: 'wd' }), [onSearch]),
    issuesShown,
  );

  return (
    <div className="home">
      <TopBarSlot name="views">
        {!isPhone && (
          <ViewTabs
            view={view}
            products={model.counts.totalProducts}
            issues={model.counts.openIssues}
            stock={belowLine}
            onSearch={onSearch}
          />
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
            <TodayPart
              model={weighed}
              day={day}
              fresh={fresh}
              folded={screenOf(shownView) !== 'products'}
              onOpen={onOpen}
              onSearch={onSearch}
            />
            <Filters
              search={search}
              onSearch={onSearch}
              accounts={world.sellerAccounts}
              marketplaces={day.marketplaces}
            >
              <EndOfFilters model={model} view={view} isPhone={isPhone} onSearch={onSearch} />
            </Filters>
            {screenOf(view) === 'products' && <PartnerCards />}
            {children(model)}
          </>
        )}
      </main>
      {isPhone && <PhoneTabs view={view} alerts={model.counts.uncheckedAlerts} onSearch={onSearch} />}
      <LargeAccount products={model.counts.totalProducts} />
      <LiveNews model={model} />
      <KeyList />
    </div>
  );
}
