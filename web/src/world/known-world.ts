import { notifyManager, useQueryClient } from '@tanstack/react-query';
import { useCallback, useSyncExternalStore } from 'react';
import type { WorldAnswer } from '@app/shared/contract/world.ts';
import { worldKey } from './triage.ts';

/** What the dashboard polls, for whoever only reads it; `isAnswered` once it is more than what was cached. */
export function useKnownWorld(): { readonly world: WorldAnswer | undefined; readonly isAnswered: boolean } {
  const client = useQueryClient();
  const cache = client.getQueryCache();
  // A query that is made while something is drawn says so at once; whoever hears of it may only draw afterwards.
  const subscribe = useCallback((listener: () => void) => cache.subscribe(notifyManager.batchCalls(listener)), [cache]);
  const world = useSyncExternalStore(subscribe, () => client.getQueryData<WorldAnswer>(worldKey));
  const isAnswered = useSyncExternalStore(subscribe, () => (client.getQueryState(worldKey)?.dataUpdatedAt ?? 0) > 0);
  return { world, isAnswered };
}
