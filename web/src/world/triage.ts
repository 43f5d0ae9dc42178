import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import type { IssueStatus } from '@app/shared/domain/issue-status.ts';
import { stateOfTheWorld, type WorldAnswer, type WorldItem } from '@app/shared/contract/world.ts';
import {
  bulkMute,
  bulkSetIssueStatus,
  muteItem,
  setIncident,
  setIssueStatus,
  unmuteItem,
} from '@app/shared/contract/triage.ts';
import { call } from '../lib/http/call.ts';
import {
  applyChange,
  joinChange,
  muteChange,
  splitChange,
  statusChange,
  takeBack,
  type MuteTarget,
  type TriageChange,
} from './triage-change.ts';

/** Specification, section 4: a change in flight delays the refresh for at most 30 seconds. */
const settlementMs = 30_000;

export const worldKey = ['world'] as const;
/** The `state` of a world that may differ from the server's. */
export const unknownState = '';
const triageKey = ['triage'] as const;

export function isTriageInFlight(client: QueryClient, now = Date.now()): boolean {
  const pending = client.getMutationCache().findAll({ mutationKey: triageKey, status: 'pending' });
  return pending.some((mutation) => now - mutation.state.submittedAt < settlementMs);
}

export interface TriageCalls {
  readonly setStatus: (items: readonly WorldItem[], status: IssueStatus) => TriageChange;
  readonly mute: (targets: readonly MuteTarget[], minutes: number) => TriageChange;
  readonly join: (items: readonly WorldItem[]) => TriageChange;
  readonly split: (items: readonly WorldItem[]) => TriageChange;
  readonly undo: (change: TriageChange) => void;
}

/** Changes issue status and mutes: shown at once, then sent, and reverted when the server refuses. */
export function useTriageCalls(onRefused: RefusalHandler): TriageCalls {
  const send = useSend(onRefused);
  return useMemo(
    () => ({
      setStatus: (items, status) => send(statusChange(items, status)),
      mute: (targets, minutes) => send(muteChange({ targets, minutes, now: Date.now() })),
      join: (items) => send(joinChange(items)),
      split: (items) => send(splitChange(items)),
      undo: (change) => {
        for (const back of takeBack(change, Date.now())) send(back);
      },
    }),
    [send],
  );
}

/** `insist` sends a change again that was refused because somebody else was faster. */
type RefusalHandler = (change: TriageChange, error: Error, insist: () => void) => void;

function useSend(onRefused: RefusalHandler): (change: TriageChange) => TriageChange {
  const client = useQueryClient();
  return useCallback((change) => sendTriage(client, change, onRefused), [client, onRefused]);
}

/** Shows the change, then sends it. Returns it for an undo. */
export function sendTriage(client: QueryClient, change: TriageChange, onRefused: RefusalHandler): TriageChange {
  const mutation = client.getMutationCache().build(client, {
    mutationKey: triageKey,
    mutationFn: postInTurn,
    onMutate: async (sent: TriageChange) => {
      changeWorld(client, sent);
      await client.cancelQueries({ queryKey: worldKey }, { revert: false });
    },
    onError: (error: Error, sent: TriageChange) => {
      for (const back of takeBack(sent, Date.now())) changeWorld(client, back);
      forgetState(client);
      onRefused(sent, error, () => void sendTriage(client, { ...sent, ...anyway }, onRefused));
    },
  });
  // A refusal has been handled by onError. The refresh waits until no change is in flight, because it would be delayed
  // otherwise.
  void mutation
    .execute(change)
    .catch(() => undefined)
    .then(() => refreshWhenSettled(client));
  return change;
}

const anyway = { expected: undefined } as const;

async function refreshWhenSettled(client: QueryClient): Promise<void> {
  if (client.isMutating({ mutationKey: triageKey }) === 0) await client.invalidateQueries({ queryKey: worldKey });
}

/** The pages of the table show the change too. They are not asked for again, so that no row changes its place. */
function changeWorld(client: QueryClient, change: TriageChange): void {
  for (const queryKey of [worldKey, [stateOfTheWorld.path]]) {
    client.setQueriesData<WorldAnswer>({ queryKey }, (world) => world && applyChange(world, change));
  }
}

/**
 * Several changes of one item may have been refused, or applied although their answer was lost. The state before is
 * then uncertain, so that the next answer is requested in full.
 */
function forgetState(client: QueryClient): void {
  client.setQueryData<WorldAnswer>(worldKey, (world) => world && { ...world, state: unknownState });
}

/** The request in flight of each item, by the item's id. */
const onTheWay = new Map<string, Promise<void>>();

/** Requests may overtake each other, so that a change of an item waits for the earlier changes of the same item. */
async function postInTurn(change: TriageChange): Promise<void> {
  const ids = change.before.map((entry) => entry.id);
  const earlier = new Set(ids.flatMap((id) => onTheWay.get(id) ?? []));
  const posted = Promise.allSettled(earlier).then(() => post(change));
  for (const id of ids) onTheWay.set(id, posted);
  try {
    await posted;
  } finally {
    for (const id of ids) if (onTheWay.get(id) === posted) onTheWay.delete(id);
  }
}

async function post(change: TriageChange): Promise<void> {
  const watchDogIds = change.before.map((entry) => entry.id);
  const [watchDogId] = watchDogIds;
  if (change.kind === 'mute') {
    const minutes = change.minutes < 1 ? -1 : change.minutes;
    if (watchDogId === undefined || watchDogIds.length > 1) await call(bulkMute, { body: { minutes, watchDogIds } });
    else await call(minutes < 1 ? unmuteItem : muteItem, { params: { id: watchDogId }, body: { minutes } });
    return;
  }
  if (change.kind === 'incident') {
    await call(setIncident, { body: { watchDogIds, incidentId: change.incident?.incidentId ?? 'none' } });
    return;
  }
  const { status, expected: ifIssueStatus } = change;
  if (watchDogId !== undefined && watchDogIds.length === 1) {
    await call(setIssueStatus, { params: { watchDogId, status }, query: { ifIssueStatus } });
    return;
  }
  await call(bulkSetIssueStatus, { body: { issueStatus: status, watchDogIds, ifIssueStatus } });
}
