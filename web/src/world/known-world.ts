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
  const cache = client.getQueryCache();
  // The cache notifies listeners at once, even while a component renders; batching delays the updates until rendering
  // is done.
  const subscribe = useCallback((listener: () => void) => cache.subscribe(notifyManager.batchCalls(listener)), [cache]);
  const readWorld = () => client.getQueryData<WorldAnswer>(worldKey);
  const readIsAnswered = () => (client.getQueryState(worldKey)?.dataUpdatedAt ?? 0) > 0;
  const world = useSyncExternalStore(subscribe, readWorld, readWorld);
  const isAnswered = useSyncExternalStore(subscribe, readIsAnswered, readIsAnswered);
  return { world, isAnswered };
}
