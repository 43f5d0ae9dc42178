import { useEffect, useId, useMemo, useRef } from 'react';
import type { WorldAnswer } from '@app/shared/contract/world.ts';
import { groupStatus } from '@app/shared/domain/issue-status.ts';
import { watchdogsInOrder } from '../../../world/watchdog-order.ts';
import { reserveBottom } from '../../../ui/hooks/reserve-bottom.ts';
import { KeyCap } from '../../../ui/signs/KeyCap.tsx';
import type { HomeModel } from '../../../world/home-model.ts';
import { AlertCard } from './AlertCard.tsx';
import { IncidentCards } from '../incident/IncidentCards.tsx';
import { OpenIssuesContext } from './open-issues-context.ts';
import { rowsPerPage } from './paging.ts';
import { showAwaitedCard } from './show-card.ts';
import { countHidden, currentTargets, useSelected } from '../row/selection.ts';
import { SelectionBar } from '../row/SelectionBar.tsx';
import { useIssueKeys } from '../row/use-issue-keys.ts';
import './alerts.css';
import { IconLock } from '@tabler/icons-react';
import type { Watchdog } from '@app/shared/watchdogs/model/define.ts';
import { WatchdogIcon } from '../WatchdogIcon.tsx';

interface Props {
  readonly model: HomeModel;
  readonly layout: 'wide' | 'compact';
  readonly onOpen: (productId: string) => void;
}

/** One card per incident, then one per kind, in the order of the menu. */
export function AlertCards({ model, layout, onOpen }: Props) {
  const root = useRef<HTMLDivElement>(null);
  useIssueKeys(root);
  useEffect(showAwaitedCard, []);
  const isLate = rowsOf(model) > manyRows;
  return (
    <OpenIssuesContext value={model.issues}>
      <div ref={root} className={layout === 'compact' ? 'alert-cards alert-cards--compact' : 'alert-cards'}>
        <IncidentCards model={model} onOpen={onOpen} />
        {watchdogsInOrder.map((watchdog) => {
          const group = model.world.watchDogs[watchdog.type];
          const counts = model.shownCounts.byType[watchdog.type];
          if (!group || !counts || group.status === groupStatus.hidden) return null;
          if (!group.alertsEnabled) return <LockedCard key={watchdog.type} watchdog={watchdog} />;
          return (
            <AlertCard
              key={watchdog.type}
              watchdog={watchdog}
              group={group}
              counts={counts}
              shown={model.shown}
              sellers={model.sellers}
              stalenessOf={model.stalenessOf}
              hasStale={model.hasStale}
              layout={layout}
              isLate={isLate}
              onOpen={onOpen}
            />
          );
        })}
      </div>
      <Foot watchDogs={model.world.watchDogs} shown={model.shown} />
    </OpenIssuesContext>
  );
}

/**
 * With more rows than this, rows far from the window are not drawn, because the page would be slow. Up to it the
 * browser's own search finds everything.
 */
const manyRows = 60;

/** The number of rows of all cards when they open. */
const rowsOf = ({ shownCounts }: HomeModel): number =>
  Object.values(shownCounts.byType).reduce((rows, { red }) => rows + Math.min(red, rowsPerPage), 0);

/**
 * The bar below the cards: the keyboard shortcuts of the page, or the actions on the selected issues if there are any.
 */
function Foot({ watchDogs, shown }: Pick<WorldAnswer, 'watchDogs'> & Pick<HomeModel, 'shown'>) {
  const selected = useSelected();
  const targets = useMemo(() => currentTargets(selected, watchDogs), [selected, watchDogs]);
  if (targets.length === 0) return <KeyBar />;
  return <SelectionBar targets={targets} hidden={countHidden(targets, shown)} />;
}

const keys = [
  ['j', 'next'],
  ['k', 'previous'],
  ['s', 'seen'],
  ['d', 'done'],
  ['m', 'mute'],
  ['x', 'select'],
  ['i', 'split'],
  ['o', 'open'],
  ['u', 'undo'],
  ['/', 'find'],
  ['?', 'keys'],
] as const;

function KeyBar() {
  return (
    <p className="key-bar" aria-label="Keys" ref={reserveBottom}>
      {keys.map(([key, meaning]) => (
        <span key={key}>
          <KeyCap>{key}</KeyCap> {meaning}
        </span>
      ))}
    </p>
  );
}

/** The card of a kind that the plan does not include. */
function LockedCard({ watchdog }: { readonly watchdog: Watchdog }) {
  const id = useId();
  return (
    <section id={watchdog.type} className="panel alert-card alert-card--locked" aria-labelledby={id}>
      <header className="alert-card__head">
        <WatchdogIcon name={watchdog.icon} size={18} />
        <h2 id={id} tabIndex={-1}>
          {watchdog.title}
        </h2>
        <IconLock size={16} aria-hidden="true" />
      </header>
      <p className="alert-card__locked">
        Upgrade your plan to unlock this alert and access all 25+ critical notifications
      </p>
    </section>
  );
}
