import { memo, useDeferredValue, useId, useMemo, useRef, useState } from 'react';
import { groupStatus } from '@app/shared/domain/issue-status.ts';
import { panelId, tabId } from '../../../ui/layout/Tabs.tsx';
import { useAfterPaint } from '../../../ui/hooks/use-after-paint.ts';
import { useIsNear } from '../../../ui/hooks/use-is-near.ts';
import type { CardProps } from './card-props.ts';
import { CardHead } from './CardHead.tsx';
import { CardRows } from './CardRows.tsx';
import { CardTabs } from './CardTabs.tsx';
import { ConfigurePanel } from '../configure/ConfigurePanel.tsx';
import { openPanels, useIsPanelOpen } from '../configure/open-panels.ts';
import { InfoTab } from './InfoTab.tsx';
import { isKnownOk, narrowRows, rowsOf, type CardTab, type StateFilter } from './card-tabs.ts';

export const AlertCard = memo(function AlertCard(props: CardProps) {
  const { watchdog, group, counts, shown } = props;
  const id = useId();
  const card = useRef<HTMLElement>(null);
  const isNear = useIsNear(card);
  const isDrawn = isNear || !props.isLate;
  const [chosenTab, setTab] = useState<CardTab>('red');
  const [typed, setSearch] = useState('');
  // The tab and the search field respond immediately; the rows are drawn after the paint.
  const tab = useAfterPaint(chosenTab);
  const search = useDeferredValue(typed);
  const [states, setStates] = useState<readonly StateFilter[]>([]);
  const isConfiguring = useIsPanelOpen(watchdog.type);
  const configure = () => openPanels.toggle(watchdog.type);
  const configureButton = useRef<HTMLButtonElement>(null);
  const handleClose = () => {
    // The button that closes the panel goes with it, and would take the focus along.
    configureButton.current?.focus({ preventScroll: true });
    configure();
  };
  const all = useMemo(() => {
    const rows = tab === 'info' ? [] : rowsOf({ watchdog, group }, shown, tab);
    // A product that was never checked is not ok: the card shows why the kind does not watch it.
    return group.message === null || tab !== 'ok' ? rows : rows.filter(({ item }) => isKnownOk(item));
  }, [watchdog, group, shown, tab]);
  const rows = useMemo(() => narrowRows(all, search, states), [all, search, states]);
  const isPreview = group.status === groupStatus.preview;

  return (
    <section
      ref={card}
      id={watchdog.type}
      className={isPreview ? 'panel alert-card alert-card--preview' : 'panel alert-card'}
      aria-labelledby={`${id}-title`}
    >
      <CardHead
        titleId={`${id}-title`}
        watchdog={watchdog}
        group={group}
        counts={counts}
        isDrawn={isDrawn}
        search={typed}
        onSearch={setSearch}
        states={states}
        onStates={setStates}
        isConfiguring={isConfiguring}
        onConfigure={configure}
        configureButton={configureButton}
      />
      {isConfiguring && <ConfigurePanel watchdog={watchdog} onClose={handleClose} />}
      <div className="alert-card__tabs">
        {isDrawn && (
          <CardTabs
            id={id}
            watchdog={watchdog}
            group={group}
            counts={counts}
            shown={shown}
            search={search}
            states={states}
            tab={chosenTab}
            onTab={setTab}
          />
        )}
      </div>
      <div role="tabpanel" id={panelId(id)} aria-labelledby={isDrawn ? tabId(id, chosenTab) : `${id}-title`}>
        {tab === 'info' ? (
          <InfoTab watchdog={watchdog} group={group} counts={counts} shown={shown} stalenessOf={props.stalenessOf} />
        ) : (
          <CardRows {...props} rows={rows} tab={tab} isNarrowed={rows.length < all.length} isDrawn={isDrawn} />
        )}
      </div>
    </section>
  );
});
