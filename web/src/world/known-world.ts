import { notifyManager, useQueryClient } from '@tanstack/react-query';
import { useCallback, useSyncExternalStore } from 'react';
import type { WorldAnswer } from '@app/shared/contract/world.ts';
import { worldKey } from './triage.ts';

/**
 * The world that the dashboard polls, for components that only read it. `isAnswered` is true once it is newer than the
 * cached one.
 */
export function useKnownWorld(): { readonly world: WorldAnswer | undefined; readonly isAnswered: boolean } {
  const client = useQueryClient();
  const subscribe = useWorldChanges();
  const readWorld = () => client.getQueryData<WorldAnswer>(worldKey);
  const world = useSyncExternalStore(subscribe, readWorld, readWorld);
  return { world, isAnswered: useIsAnswered() };
}

/** Whether the server has answered since the page was opened. A component that reads only this draws once more for it. */
export function useIsAnswered(): boolean {
  const client = useQueryClient();
  const read = () => (client.getQueryState(worldKey)?.dataUpdatedAt ?? 0) > 0;
  return useSyncExternalStore(useWorldChanges(), read, read);
}

function useWorldChanges(): (listener: () => void) => () => void {
  const cache = useQueryClient().getQueryCache();
  // The cache notifies listeners at once, even while a component renders; batching delays the updates until rendering
  // is done.
  return useCallback((listener: () => void) => cache.subscribe(notifyManager.batchCalls(listener)), [cache]);
}
