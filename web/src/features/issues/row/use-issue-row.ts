import { useState, type KeyboardEvent } from 'react';
import { canChangeIssueStatus } from '@app/shared/domain/issue-status.ts';
import { itemIdOf } from '@app/shared/watchdogs/model/item-id.ts';
import type { Watchdog } from '@app/shared/watchdogs/model/define.ts';
import { isActKey } from '../../../ui/hooks/single-key.ts';
import type { CardRow } from '../card/card-tabs.ts';
import { issueName } from '../issue-name.ts';
import { selection } from './selection.ts';
import { useTriage, type TriageTarget } from '../triage/Triage.tsx';

interface Row {
  readonly row: CardRow;
  readonly watchdog: Watchdog;
  /** Whether the row is in the card of an incident. */
  readonly isMember?: boolean;
  readonly onOpen: (productId: string) => void;
}

/** The actions of a row by button and key (looks, section 6), the same for every layout. */
export function useIssueRow({ row: { product, item }, watchdog, isMember = false, onOpen }: Row) {
  const [isMuteOpen, setMuteOpen] = useState(false);
  const triage = useTriage();
  const target: TriageTarget = {
    watchDogId: item?.watchDogId ?? itemIdOf(watchdog.type, product.productId),
    item,
    name: issueName(product, watchdog, item),
  };
  const canPick = item !== null && canChangeIssueStatus(item);
  const ownActions = {
    m: item?.muted ? undefined : () => setMuteOpen(true),
    ...(isMember && { i: () => triage.split(target) }),
    ...(canPick && { s: () => triage.setStatus(target, 1), d: () => triage.setStatus(target, 3) }),
  };
  const handleKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    // When issues leave the list, the next row gets the focus. A key that is still held must not act on that row too.
    if (!isActKey(event.nativeEvent)) return;
    // While rows are selected, these keys apply to all of them together.
    const actions: Readonly<Record<string, (() => void) | undefined>> = {
      o: () => onOpen(product.productId),
      ...(canPick && { x: () => selection.toggle(target) }),
      ...(selection.isEmpty() && ownActions),
    };
    const isOnRow = event.key === 'Enter' && event.target === event.currentTarget;
    const act = actions[isOnRow ? 'o' : event.key];
    if (!act) return;
    event.preventDefault();
    act();
  };
  return {
    target,
    canPick,
    muteMenu: { isMuteOpen, onMuteOpenChange: setMuteOpen },
    rowKeys: { 'data-issue': target.watchDogId, tabIndex: -1, 'aria-label': target.name, onKeyDown: handleKeyDown },
  };
}
