import { lazy, memo, type ReactNode, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { WorldAnswer } from '@app/shared/contract/world.ts';
import { TopBarSlot } from '../../ui/layout/TopBarSlot.tsx';
import { useAfterPaint } from '../../ui/hooks/use-after-paint.ts';
import { announcedText, newAlertsText } from './announced-text.ts';
import { followView, targetOf, type MenuTarget } from './filters/menu-target.ts';
import { useHomeAddress } from './filters/use-home-address.ts';
import { showCard } from '../issues/card/show-card.ts';
import { EndOfFilters } from './filters/EndOfFilters.tsx';
import { Filters } from './filters/Filters.tsx';
import { FreshnessLine } from '../today/FreshnessViews.tsx';
import { HomeBanners } from './banners/HomeBanners.tsx';
import { KeyList } from './KeyList.tsx';
import { LargeAccount } from './banners/LargeAccount.tsx';
import { followAlerts } from './live-alerts.ts';
import { NoProducts } from './NoProducts.tsx';
import { PhoneTabs, ViewTabs } from './filters/ViewTabs.tsx';
import { TodayPart } from '../today/TodayPart.tsx';
import { WatchdogMenu } from './filters/WatchdogMenu.tsx';
import { AwaitedContext } from '../../world/awaited.ts';
import { type HomeModel, useHomeModel } from '../../world/home-model.ts';
import { isIssueView, screenOf, viewOn, type HomeSearch } from '../../world/home-search.ts';
import { countedItemsOf } from '../products/stock-kinds.ts';
import { countBelowLine } from '../products/stock-state.ts';
import { useIsPhone } from '../../ui/hooks/use-is-phone.ts';
import { useDay } from '../../world/use-day.ts';
import { useFresh } from '../../world/use-fresh.ts';
import './home.css';
import { loadPart } from '../../lib/browser/load-part.ts';
import { whenIdle } from '../../lib/browser/when-idle.ts';
import { beacon } from '../../lib/browser/beacon.ts';
import type { FreshnessSummary } from '@app/shared/world/market-freshness.ts';
import type { DayHeadline } from '@app/shared/world/day-headline.ts';

/** Offers of partners are at the end of the page, where they move no content, and are left out if they do not load. */
const PartnerCards = lazy(async () => {
  await whenIdle();
  const part = await loadPart(() => import('./banners/PartnerCards.tsx')).catch(() => null);
  return { default: part?.PartnerCards ?? Nothing };
});

const Nothing = () => null;

interface Props {
  readonly world: WorldAnswer;
  readonly search: HomeSearch;
  /** The search of the drawn content, which lags behind `search` while much content is being drawn. */
  readonly shownSearch: HomeSearch;
  readonly onSearch: (change: Partial<HomeSearch>) => void;
  readonly onOpen: (productId: string) => void;
  readonly isSyncing: boolean;
  /** Whether the server has answered since the page was opened, which shows a kept world at first. */
  readonly isAnswered: boolean;
  /** Draws products or alert cards, depending on the view in the address. */
  readonly children: (model: HomeModel) => ReactNode;
}

export function Dashboard(props: Props) {
  const { world, search, shownSearch, onSearch, onOpen, isSyncing, isAnswered, children } = props;
  const fresh = useFresh(world);
  const model = useHomeModel(world, shownSearch, fresh);
  const isPhone = useIsPhone();
  const view = viewOn(isPhone, search);
  const shownView = viewOn(isPhone, shownSearch);
  const issuesShown = isIssueView(shownView);
  // Items respond to a change immediately; the list of what to do, computed over all products, is updated after the
  // paint.
  const known = useMemo(() => ({ model, isAnswered }), [model, isAnswered]);
  const { model: weighed, isAnswered: isWeighedAnswered } = useAfterPaint(known);
  const day = useDay(weighed, fresh, isWeighedAnswered);
  useBeacon(day.verdict, fresh.summary);
  const belowLine = countBelowLine(model.byId, countedItemsOf(world.watchDogs));
  const { current, scrollTo } = useScrollToCard(
    useCallback(() => onSearch({ view: 'wd' }), [onSearch]),
    issuesShown,
  );
  const addressOf = useHomeAddress();

  return (
    <div className="home">
      <TopBarSlot name="views">
        {!isPhone && (
          <ViewTabs
            view={view}
            search={search}
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
        <WatchdogMenu
          watchDogs={world.watchDogs}
          counts={model.counts}
          current={current}
          address={addressOf({ ...shownSearch, view: issuesShown ? shownView : 'wd' })}
          onSelect={scrollTo}
        />
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
            <AwaitedContext value={!isAnswered || fresh.markets === null}>{children(model)}</AwaitedContext>
            {screenOf(view) === 'products' && (
              <Suspense fallback={null}>
                <PartnerCards />
              </Suspense>
            )}
          </>
        )}
      </main>
      {isPhone && <PhoneTabs view={view} search={search} alerts={model.counts.uncheckedAlerts} onSearch={onSearch} />}
      <LargeAccount products={model.counts.totalProducts} />
      <LiveNews model={model} />
      <KeyList />
    </div>
  );
}

/** Announces to screen readers the alerts that appear while the page is open. */
const LiveNews = memo(function LiveNews({ model }: { readonly model: HomeModel }) {
  const newAlerts = useRef<ReturnType<typeof followAlerts> | null>(null);
  const [text, setText] = useState('');
  useEffect(() => {
    newAlerts.current ??= followAlerts();
    const alerts = newAlerts.current(model.issues);
    if (alerts.length > 0) setText((before) => announcedText(before, newAlertsText(alerts, model.byId)));
  }, [model]);
  return <output className="visually-hidden">{text}</output>;
});

/** The light of the mark and of the favicon: the worst unchecked level, or grey while a marketplace is stale. */
function useBeacon({ level }: DayHeadline, { stale }: FreshnessSummary): void {
  const quiet = stale.length > 0 ? 'stale' : 'none';
  const shown = level === 'alert' || level === 'warning' ? level : quiet;
  useEffect(() => {
    beacon.set(shown);
    return () => beacon.set('none');
  }, [shown]);
}

/**
 * Scrolls to the card of a kind that was chosen in the menu or that the address names; opens the issues first if another
 * view is shown.
 */
function useScrollToCard(showIssues: () => void, issuesShown: boolean) {
  const [before, setTarget] = useState<MenuTarget | null>(() => (issuesShown ? targetOf(window.location.hash) : null));
  const target = followView(before, issuesShown);
  if (target !== before) setTarget(target);
  useEffect(() => {
    if (!target || !issuesShown) return undefined;
    return showCard(target.type);
  }, [target, issuesShown]);
  const scrollTo = useCallback(
    (type: string) => {
      setTarget({ type, isShown: issuesShown });
      if (!issuesShown) showIssues();
    },
    [issuesShown, showIssues],
  );
  return { current: issuesShown ? (target?.type ?? null) : null, scrollTo };
}
