import { useSyncExternalStore } from 'react';
import { canChangeIssueStatus, tabOf } from '@app/shared/domain/issue-status.ts';
import { itemKey } from '@app/shared/world/item-key.ts';
import { parseItemId } from '@app/shared/watchdogs/model/item-id.ts';
import type { WorldAnswer } from '@app/shared/contract/world.ts';
import { createStore, useStore } from '../../../lib/browser/store.ts';
import type { TriageTarget } from '../triage/Triage.tsx';

type SelectedTargets = ReadonlyMap<string, TriageTarget>;

const none: SelectedTargets = new Map();
const selected = createStore<SelectedTargets>(none);

/** The issues that are selected for a bulk change. A row is notified of its own selection only. */
export const selection = {
  isEmpty: (): boolean => selected.get().size === 0,
  toggle: (target: TriageTarget): void => {
    const next = new Map(selected.get());
    if (!next.delete(target.watchDogId)) next.set(target.watchDogId, target);
    selected.set(next);
  },
  drop: (watchDogIds: readonly string[]): void => {
    const dropped = new Set(watchDogIds);
    selected.set(new Map([...selected.get()].filter(([id]) => !dropped.has(id))));
  },
  /**
   * Drops the issues that have left their place in this world, so that they are not selected when they come back. It
   * looks at the selection of this instant, because a page that was drawn does not know of an issue that was selected
   * since.
   */
  dropGone: (watchDogs: WorldAnswer['watchDogs']): void => {
    const inPlace = new Set(currentTargets(selected.get(), watchDogs).map(({ watchDogId }) => watchDogId));
    const gone = [...selected.get().keys()].filter((id) => !inPlace.has(id));
    if (gone.length > 0) selection.drop(gone);
  },
  clear: (): void => selected.set(none),
};

export const useSelected = (): SelectedTargets => useStore(selected);

/** The number of these targets whose products are not among the shown ones. */
export const countHidden = (targets: readonly TriageTarget[], shown: ReadonlyMap<string, unknown>): number =>
  targets.filter(({ item }) => item && !shown.has(item.productId)).length;

export const useIsSelected = (watchDogId: string): boolean =>
  useSyncExternalStore(selected.subscribe, () => selected.get().has(watchDogId));

/**
 * Returns the selected items in their current state. Items that have gone or moved to another tab are left out: their
 * rows have disappeared, and a change of the others must not reopen an issue that was marked done. An issue that has
 * changed is another one, which nobody has selected.
 */
export function currentTargets(targets: SelectedTargets, watchDogs: WorldAnswer['watchDogs']): readonly TriageTarget[] {
  return [...targets.values()].flatMap((target) => {
    const parsed = parseItemId(target.watchDogId);
    if (!parsed || !target.item) return [];
    const key = itemKey({ watchDogId: target.watchDogId, productId: parsed.productId });
    const item = watchDogs[parsed.type]?.items[key];
    const isInPlace = item && canChangeIssueStatus(item) && tabOf(item) === tabOf(target.item);
    return isInPlace && item.date === target.item.date ? [{ ...target, item }] : [];
  });
}
