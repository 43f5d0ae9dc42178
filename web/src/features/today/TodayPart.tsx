import { IconChevronUp } from '@tabler/icons-react';
import { memo, type RefObject, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Button } from '../../ui/fields/Button.tsx';
import { DoNow } from './DoNow.tsx';
import { FoldedToday } from './FoldedToday.tsx';
import { FreshnessRows } from './FreshnessViews.tsx';
import type { HomeModel } from '../../world/home-model.ts';
import type { HomeSearch } from '../../world/home-search.ts';
import { StatisticsPanel, VerdictHead } from './Today.tsx';
import { Visit } from './Visit.tsx';
import type { Day } from '../../world/use-day.ts';
import type { DayFreshness } from '../../world/use-fresh.ts';

interface Props {
  readonly model: HomeModel;
  readonly day: Day;
  readonly fresh: DayFreshness;
  /** Whether the day is one line, as in Issues and Stock, until it is unfolded. */
  readonly folded: boolean;
  readonly onOpen: (productId: string) => void;
  readonly onSearch: (change: Partial<HomeSearch>) => void;
}

const toTop = () => window.scrollTo(0, 0);

/** The headline of the day with what to do first. It folds to one line when it is scrolled away, and in other views. */
export const TodayPart = memo(function TodayPart({ model, day, fresh, folded, onOpen, onSearch }: Props) {
  const [isUnfolded, setUnfolded] = useState(false);
  const end = useRef<HTMLDivElement>(null);
  const isAway = useIsScrolledAway(end);
  const line = { verdict: day.verdict, stats: model.counts };
  const toggle = useRef<HTMLButtonElement>(null);
  /** Each of the two buttons takes the place of the other, and the focus that would be lost with it. */
  const fold = (unfolded: boolean) => {
    flushSync(() => setUnfolded(unfolded));
    toggle.current?.focus({ preventScroll: true });
  };
  const handleHome = () => {
    setUnfolded(false);
    if (folded) onSearch({ view: 'pr' });
    toTop();
  };
  const handleUnfold = () => {
    fold(folded);
    toTop();
  };
  return (
    <Visit userEmail={model.world.userEmail}>
      {isAway && (
        <div className="fold-away">
          <FoldedToday {...line} isFloating onUnfold={handleUnfold} onHome={handleHome} />
        </div>
      )}
      {folded && !isUnfolded ? (
        <FoldedToday {...line} toggle={toggle} onUnfold={handleUnfold} onHome={handleHome} />
      ) : (
        <UnfoldedToday model={model} day={day} fresh={fresh} onOpen={onOpen} onSearch={onSearch} />
      )}
      {folded && isUnfolded && (
        <p className="fold-up">
          <Button
            ref={toggle}
            size="sm"
            variant="ghost"
            icon={<IconChevronUp size={16} aria-hidden="true" />}
            aria-expanded
            onClick={() => fold(false)}
          >
            Fold today
          </Button>
        </p>
      )}
      <div ref={end} className="today-end" />
    </Visit>
  );
});

function UnfoldedToday({ model, day, fresh, onOpen, onSearch }: Omit<Props, 'folded'>) {
  const isCalm = day.toDo.top.length === 0;
  return (
    <>
      <VerdictHead verdict={day.verdict} fresh={fresh.summary} staleProducts={day.staleProducts} />
      <div className={isCalm ? 'today today--calm' : 'today'}>
        <DoNow
          toDo={day.toDo}
          model={model}
          isAwaited={day.isAwaited}
          onOpen={onOpen}
          onAllIssues={() => onSearch({ view: 'wd' })}
        />
        <StatisticsPanel stats={model.counts}>
          <FreshnessRows accounts={model.world.sellerAccounts} markets={fresh.markets} />
        </StatisticsPanel>
      </div>
    </>
  );
}

/** The height in px of the top bar, which covers the page. */
const barHeight = 52;

/** Whether an element is covered by the top bar. */
function useIsScrolledAway(element: RefObject<HTMLElement | null>): boolean {
  const [isAway, setAway] = useState(false);
  useEffect(() => {
    const observer = new IntersectionObserver(
      (entries) => {
        const [last] = entries.slice(-1);
        if (last) setAway(!last.isIntersecting && last.boundingClientRect.top < barHeight);
      },
      { rootMargin: `-${barHeight}px 0px 0px` },
    );
    if (element.current) observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);
  return isAway;
}
