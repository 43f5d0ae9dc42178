import { IconCheck } from '@tabler/icons-react';
import { useMemo } from 'react';
import type { WorldItem } from '@app/shared/contract/world.ts';
import { groupStatus, isUnchecked } from '@app/shared/domain/issue-status.ts';
import { Button } from '../../../ui/fields/Button.tsx';
import { Tabs } from '../../../ui/layout/Tabs.tsx';
import type { CardProps } from './card-props.ts';
import { countDone, countOk, countStarting, narrowRows, rowKey, type CardTab, type StateFilter } from './card-tabs.ts';
import { useTriage } from '../triage/Triage.tsx';
import { formatCount } from '@app/shared/base/format-count.ts';

interface Props extends Pick<CardProps, 'watchdog' | 'group' | 'counts' | 'shown'> {
  readonly id: string;
  readonly search: string;
  readonly states: readonly StateFilter[];
  readonly tab: CardTab;
  readonly onTab: (tab: CardTab) => void;
}

export function CardTabs({ id, watchdog, group, counts, shown, search, states, tab, onTab }: Props) {
  // Counting goes through all items of the kind, so that it is not repeated when another tab is chosen.
  const { starting, ok, done } = useMemo(
    () => ({
      starting: countStarting(group, shown),
      ok: countOk({ group, counts, shown }),
      done: countDone(group, shown),
    }),
    [group, counts, shown],
  );
  const tabs = [
    { value: 'red', label: 'Issues', count: counts.red },
    { value: 'ok', label: 'OK', count: ok },
    { value: 'mute', label: 'Muted or done', count: counts.mute },
    // This tab shows the rows of "Muted or done" without the muted ones.
    { value: 'done', label: 'Only done', count: done },
    { value: 'info', label: 'Info', count: starting > 0 ? starting : undefined },
  ] as const;
  return (
    <>
      <Tabs label={watchdog.title} id={id} tabs={tabs} value={tab} onChange={onTab} />
      <span className="grow" />
      {group.status === groupStatus.preview && <span className="meta">Not counted above</span>}
      <MarkAllSeen {...{ watchdog, group, shown, search, states }} />
    </>
  );
}

type NewIssues = Pick<Props, 'watchdog' | 'group' | 'shown' | 'search' | 'states'>;

/** Buttons that mark new issues as seen: one for the shown issues, one for those that a filter hides. */
function MarkAllSeen({ watchdog, group, shown, search, states }: NewIssues) {
  const triage = useTriage();
  const { listed, hidden } = useMemo(() => {
    const all = Object.values(group.items).filter(isUnchecked);
    const rows = all.flatMap((item) => {
      const product = shown.get(item.productId);
      return product ? [{ product, item }] : [];
    });
    const ids = new Set(narrowRows(rows, search, states).map(rowKey));
    const isListed = ({ watchDogId }: WorldItem): boolean => ids.has(watchDogId);
    return { listed: all.filter(isListed), hidden: all.filter((item) => !isListed(item)) };
  }, [group.items, shown, search, states]);
  const mark = (items: readonly WorldItem[]) => () => triage.markAllSeen(items, watchdog.title);
  return (
    <>
      {listed.length > 0 && (
        <Button size="sm" variant="ghost" icon={<IconCheck size={16} aria-hidden="true" />} onClick={mark(listed)}>
          Mark all new as seen ({formatCount(listed.length)})
        </Button>
      )}
      {hidden.length > 0 && (
        <Button size="sm" variant="ghost" onClick={mark(hidden)}>
          Mark {formatCount(hidden.length)} hidden as seen
        </Button>
      )}
    </>
  );
}
