import { IconCheck } from '@tabler/icons-react';
import { useMemo } from 'react';
import { groupStatus, isUnchecked } from '@app/shared/domain/issue-status.ts';
import { Button } from '../../../ui/fields/Button.tsx';
import { Tabs } from '../../../ui/layout/Tabs.tsx';
import type { CardProps } from './card-props.ts';
import { countDone, countOk, countStarting, type CardTab } from './card-tabs.ts';
import { useTriage } from '../triage/Triage.tsx';

interface Props extends Pick<CardProps, 'watchdog' | 'group' | 'counts' | 'shown'> {
  readonly id: string;
  readonly tab: CardTab;
  readonly onTab: (tab: CardTab) => void;
}

export function CardTabs({ id, watchdog, group, counts, shown, tab, onTab }: Props) {
  const triage = useTriage();
  const hasNew = counts.uncheckedAlerts + counts.uncheckedWarnings > 0;
  // Counting goes through all items of the kind, so that it is not repeated when another tab is chosen.
  const { starting, ok, done } = useMemo(
    () => ({
      starting: countStarting(group, shown),
      ok: countOk({ group, counts, shown }),
      done: countDone(group, shown),
    }),
    [group, counts, shown],
  );
  const handleMarkAll = () => {
    // Includes items that the filter hides, as the button's text says.
    triage.markAllSeen(Object.values(group.items).filter(isUnchecked), watchdog.title);
  };
  const tabs = [
    { value: 'red', label: 'Issues', count: counts.red },
    { value: 'ok', label: 'OK', count: ok },
    { value: 'mute', label: 'Muted or done', count: counts.mute },
    // The same rows as in the tab before, without the muted ones.
    { value: 'done', label: 'Only done', count: done },
    { value: 'info', label: 'Info', count: starting > 0 ? starting : undefined },
  ] as const;
  return (
    <>
      <Tabs label={watchdog.title} id={id} tabs={tabs} value={tab} onChange={onTab} />
      <span className="grow" />
      {group.status === groupStatus.preview && <span className="meta">Not counted above</span>}
      {hasNew && (
        <Button size="sm" variant="ghost" icon={<IconCheck size={16} aria-hidden="true" />} onClick={handleMarkAll}>
          Mark all new as seen
        </Button>
      )}
    </>
  );
}
