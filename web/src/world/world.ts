import { queryOptions, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { isPacked, unpackWorld, type PackedWorld } from '@app/shared/world/packed/packed-world.ts';
import { onPresentDays } from '@app/shared/world/shown-days.ts';
import { applyDelta } from '@app/shared/world/world-change.ts';
import { freshness, stateOfTheWorld, worldEvents, type WorldAnswer } from '@app/shared/contract/world.ts';
import { callRaw, query } from '../lib/http/call.ts';
import { hasCachedWorld, readWorldCache, writeSoon } from './cache.ts';
import { subscribeToWorld } from './events.ts';
import { useStore } from '../lib/browser/store.ts';
import { isReplaced, personOfPage } from '../lib/session/session.ts';
import { briefly } from '../lib/browser/briefly.ts';
import { measured } from '../lib/browser/measured.ts';
import { whenIdle } from '../lib/browser/when-idle.ts';
import { isTriageInFlight, unknownState, worldKey, worldToKeep } from './triage.ts';
import { everyLoadQuery, firstLoadQuery } from './world-query.ts';

/** The interval of state polling (specification, section 9). */
const pollMs = 60_000;

/**
 * The state of the world: first the cached one, then the full answer, then changes. Unchanged parts stay the same
 * objects, so that components that show them do not render again.
 */
export function useWorld(userEmail: string) {
  return useQuery({
    ...worldQuery(useQueryClient()),
    initialData: () => readKept(userEmail),
    initialDataUpdatedAt: 0,
    refetchInterval: pollMs,
    // The page has asked before it is drawn. Its failure is shown at once, with a button that asks again.
    retryOnMount: false,
  });
}

const worldQuery = (client: QueryClient) =>
  queryOptions({
    queryKey: worldKey,
    queryFn: ({ signal }) => fetchWorld(client, signal),
    structuralSharing: false,
    gcTime: Infinity,
  });

/** Waits for the first world, unless one is known or cached, so that the page is drawn once and not first as a skeleton. */
export async function awaitFirstWorld(client: QueryClient): Promise<void> {
  if (client.getQueryData(worldKey) !== undefined || hasCachedWorld()) return;
  await briefly(client.prefetchQuery(worldQuery(client)));
}

export const useFreshness = () => useQuery({ ...query(freshness, {}), refetchInterval: pollMs });

/** Fetches changes, and returns the new world of the page. */
export async function fetchWorld(client: QueryClient, signal: AbortSignal): Promise<WorldAnswer> {
  const known = client.getQueryData<WorldAnswer>(worldKey);
  // The answer might not contain the change in flight.
  if (known && isTriageInFlight(client)) return known;
  const isSure = known !== undefined && known.state !== unknownState;
  const reply = await callRaw(
    stateOfTheWorld,
    { query: { ...(isSure ? { state: known.state } : firstLoadQuery), ...everyLoadQuery } },
    { signal },
  );
  if (known && reply.status === 304) return atPresent(known);
  if (reply.status === 304) throw new Error('Nothing was known, so there is nothing that has not changed');
  const answer = unpackAnswer(reply.body, known);
  return atPresent(known ? applyDelta(known, answer) : answer);
}

const atPresent = (world: WorldAnswer): WorldAnswer => onPresentDays(world, new Date());

/** Reads the world that was kept for this visit, perhaps on another day. */
function readKept(userEmail: string): WorldAnswer | undefined {
  const kept = readWorldCache(userEmail);
  return kept ? atPresent(kept) : undefined;
}

/** The answer is in columns because `packed` was requested; the contract describes the plain form. */
const unpackAnswer = (answer: WorldAnswer | PackedWorld, known: WorldAnswer | undefined): WorldAnswer =>
  isPacked(answer) ? measured('unpack', () => unpackWorld(answer, known?.products)) : answer;

/**
 * Keeps the world current while a page shows it: fetches changes when events announce them, and caches the world for
 * the next visit.
 */
export function useWorldUpkeep(world: WorldAnswer | undefined): void {
  const client = useQueryClient();
  // A stream that breaks now would be opened again with the session of the other person.
  const isOther = useStore(isReplaced);
  useEffect(() => {
    if (isOther) return undefined;
    const onChange = () => void fetchChanges(client);
    return subscribeToWorld({ url: worldEvents.path, person: personOfPage(), onChange });
  }, [client, isOther]);
  useEffect(() => {
    if (!world) return undefined;
    return writeSoon(() => worldToKeep(client, world), { pause: whenIdle });
  }, [client, world]);
}

/** How often in a row a fetch may replace one in flight: as many events of a stream may follow a first one at once. */
const mostReplaced = 3;
const replacedInARow = new WeakMap<QueryClient, number>();
const waiting = new WeakSet<QueryClient>();

/**
 * Fetches the world again. A first answer in flight may be older than the event, so the fetch waits for it; a later
 * fetch replaces one in flight. After a few replacements it waits too: while the world keeps changing, an answer that
 * takes longer than the time between two events would never be shown.
 */
export async function fetchChanges(client: QueryClient): Promise<void> {
  // The fetch that waits comes after this event as well.
  if (waiting.has(client)) return;
  const world = client.getQueryCache().find({ queryKey: worldKey, exact: true });
  const replaced = world?.state.fetchStatus === 'fetching' ? (replacedInARow.get(client) ?? 0) + 1 : 0;
  const mustWait = world?.state.data === undefined || replaced > mostReplaced;
  replacedInARow.set(client, mustWait ? 0 : replaced);
  if (mustWait) {
    waiting.add(client);
    // A failure is shown by the component that waits for the world.
    await world?.promise?.catch(() => undefined);
    waiting.delete(client);
  }
  await client.invalidateQueries({ queryKey: worldKey });
}
