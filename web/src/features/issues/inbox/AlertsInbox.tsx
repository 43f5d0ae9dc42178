import { useCallback, useMemo, useState } from 'react';
import type { HomeModel } from '../../../world/home-model.ts';
import { EmptyState } from '../../../ui/layout/EmptyState.tsx';
import { Panel } from '../../../ui/layout/Panel.tsx';
import { SeveritySign } from '../../../ui/signs/SeveritySign.tsx';
import { panelId, tabId, Tabs } from '../../../ui/layout/Tabs.tsx';
import { VirtualList } from '../../../ui/layout/VirtualList.tsx';
import { emptyText, startingText } from '../card/card-tabs.ts';
import type { Issue } from '@app/shared/world/issues/open-issues.ts';
import { withIncidents, type ShownIncident } from '../incident/incidents-in.ts';
import { InboxIncident } from './InboxIncident.tsx';
import { InboxRow } from './InboxRow.tsx';
import { inboxIssues, type InboxTab } from './inbox-issues.ts';
import './inbox.css';

interface Props {
  readonly model: HomeModel;
  readonly onOpen: (productId: string) => void;
}

const emptyTexts: Readonly<Record<InboxTab, string>> = {
  open: emptyText('red', false),
  muted: 'No Muted alerts',
  done: emptyText('done', false),
};

function Empty({
  model: { shown, stalenessOf, hasStale },
  tab,
}: {
  readonly model: HomeModel;
  readonly tab: InboxTab;
}) {
  const unlooked = [...shown.values()].filter((product) => stalenessOf(product) === 'starting').length;
  const starting = tab === 'open' ? startingText(unlooked, shown.size) : null;
  const levels = { open: hasStale ? 'stale' : 'ok', muted: 'muted', done: 'ok' } as const;
  const level = starting ? 'starting' : levels[tab];
  return <EmptyState icon={<SeveritySign level={level} size={24} />} title={starting ?? emptyTexts[tab]} />;
}

type InboxEntry = Issue | ShownIncident;

const isIncident = (entry: InboxEntry): entry is ShownIncident => 'members' in entry;

function keyOfEntry(entry: InboxEntry | undefined): string | undefined {
  if (entry === undefined) return undefined;
  return isIncident(entry) ? entry.incidentId : entry.item.watchDogId;
}

function Entry({ entry, ...props }: Props & { readonly entry: InboxEntry | undefined }) {
  return entry && isIncident(entry) ? (
    <InboxIncident incident={entry} {...props} />
  ) : (
    <InboxRow issue={entry} {...props} />
  );
}

/** The inbox of phones: all issues in one list, worst first, handled by swipe or button; a tap opens the product. */
export function AlertsInbox({ model, onOpen }: Props) {
  const [tab, setTab] = useState<InboxTab>('open');
  const { watchDogs } = model.world;
  const all = useMemo(() => inboxIssues({ watchDogs, shown: model.shown }), [watchDogs, model.shown]);
  const entries = useMemo(() => (tab === 'open' ? withIncidents(all.open) : all[tab]), [all, tab]);
  const keyOf = useCallback((row: number) => keyOfEntry(entries[row]) ?? String(row), [entries]);
  const tabs = [
    { value: 'open', label: 'Open', count: all.open.length },
    { value: 'muted', label: 'Muted', count: all.muted.length },
    { value: 'done', label: 'Done', count: all.done.length },
  ] as const;
  return (
    <>
      <div className="inbox__tabs">
        <Tabs label="Alerts" id="inbox" tabs={tabs} value={tab} onChange={setTab} />
      </div>
      <div role="tabpanel" id={panelId('inbox')} aria-labelledby={tabId('inbox', tab)}>
        {entries.length === 0 ? (
          <Panel>
            <Empty model={model} tab={tab} />
          </Panel>
        ) : (
          <div className="inbox">
            <VirtualList key={tab} count={entries.length} estimate={124} keyOf={keyOf}>
              {(row) => <Entry entry={entries[row]} model={model} onOpen={onOpen} />}
            </VirtualList>
          </div>
        )}
      </div>
    </>
  );
}
