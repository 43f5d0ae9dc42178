import { useQuery, useQueryClient, type QueryClient, type QueryKey } from '@tanstack/react-query';
import { useEffect } from 'react';
import { isPacked, unpackWorld, type PackedWorld } from '@app/shared/world/packed-world.ts';
import { applyDelta } from '@app/shared/world/world-change.ts';
import { freshness, stateOfTheWorld, worldEvents, type WorldAnswer } from '@app/shared/contract/world.ts';
import { callRaw, query } from '../lib/http/call.ts';
import { readWorldCache, writeWorldCache } from './cache.ts';
import { subscribeToWorld } from './events.ts';
import { whenIdle } from '../lib/browser/when-idle.ts';
import { isTriageInFlight, unknownState, worldKey } from './triage.ts';

/** Specification, section 9: state polling. */
const pollMs = 60_000;
const cacheDelayMs = 2000;

/**
 * The state of the world: what is cached at once, then the answer, then only what changed. Parts that did not change
 * stay the same objects, so that what shows them does not render again.
 */
export function useWorld(userEmail: string) {
  const client = useQueryClient();
  return useQuery({
    queryKey: worldKey,
    queryFn: ({ signal }) => fetchWorld(client, signal),
    initialData: () => readWorldCache(userEmail) ?? undefined,
    initialDataUpdatedAt: 0,
    refetchInterval: pollMs,
    structuralSharing: false,
    gcTime: Infinity,
  });
}

export const useFreshness = () => useQuery({ ...query(freshness, {}), refetchInterval: pollMs });

/** What the page holds after asking for what is new. */
export async function fetchWorld(client: QueryClient, signal: AbortSignal): Promise<WorldAnswer> {
  const known = client.getQueryData<WorldAnswer>(worldKey);
  // The answer would not know of the change that is on its way.
  if (known && isTriageInFlight(client)) return known;
  const isSure = known !== undefined && known.state !== unknownState;
  const reply = await callRaw(
    stateOfTheWorld,
    { query: { ...(isSure ? { state: known.state } : { init: 'true' }), packed: 'true' } },
    { signal },
  );
  if (known && reply.status === 304) return known;
  if (reply.status === 304) throw new Error('Nothing was known, so there is nothing that has not changed');
  const answer = unpacked(reply.body, known);
  return known ? applyDelta(known, answer) : answer;
}

/** Asked for by columns, an answer comes by columns, whatever the contract says of the plain one. */
const unpacked = (answer: WorldAnswer | PackedWorld, known: WorldAnswer | undefined): WorldAnswer =>
  isPacked(answer) ? unpackWorld(answer, known?.products) : answer;

/** Keeps the world current while a page that shows it is open: by events at once, and in the cache for the next visit. */
export function useWorldUpkeep(world: WorldAnswer | undefined): void {
  const client = useQueryClient();
  useEffect(
    () =>
      subscribeToWorld({
        url: worldEvents.path,
        onNews: (news) => void askAgain(client, news === 'world' ? worldKey : query(freshness, {}).queryKey),
      }),
    [client],
  );
  useEffect(() => {
    if (!world) return undefined;
    const outdated = new AbortController();
    const { signal } = outdated;
    const timer = setTimeout(() => void writeWorldCache(world, { signal, pause: whenIdle }), cacheDelayMs);
    return () => {
      clearTimeout(timer);
      outdated.abort();
    };
  }, [world]);
}

/** The very first answer may be of before the news, and asking is not repeated while it is on its way. */
async function askAgain(client: QueryClient, queryKey: QueryKey): Promise<void> {
  const asked = client.getQueryCache().find({ queryKey, exact: true });
  // Whether it failed is shown by who waits for it.
  if (asked?.state.data === undefined) await asked?.promise?.catch(() => undefined);
  await client.invalidateQueries({ queryKey });
}
