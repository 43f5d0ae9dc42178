import { useSyncExternalStore } from 'react';
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
  clear: (): void => selected.set(none),
};

export const useSelected = (): SelectedTargets => useStore(selected);

export const useIsSelected = (watchDogId: string): boolean =>
  useSyncExternalStore(selected.subscribe, () => selected.get().has(watchDogId));

/** The selected items in their current state: they may have changed or gone since the selection. */
export function currentTargets(targets: SelectedTargets, watchDogs: WorldAnswer['watchDogs']): readonly TriageTarget[] {
  return [...targets.values()].flatMap((target) => {
    const parsed = parseItemId(target.watchDogId);
    if (!parsed) return [];
    const key = itemKey({ watchDogId: target.watchDogId, productId: parsed.productId });
    const item = watchDogs[parsed.type]?.items[key];
    return item ? [{ ...target, item }] : [];
  });
}
