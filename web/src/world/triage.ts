import { useQueryClient, type Query, type QueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { batchesOf } from '@app/shared/base/batches.ts';
import type { Answer } from '@app/shared/contract/endpoint.ts';
import type { IssueStatus } from '@app/shared/domain/issue-status.ts';
import type { SeenItem } from '@app/shared/world/world-change.ts';
import { stateOfTheWorld, type WorldAnswer, type WorldItem } from '@app/shared/contract/world.ts';
import {
  bulkMute,
  bulkSetIssueStatus,
  mostTriaged,
  muteItem,
  setIncident,
  setIssueStatus,
  unmuteItem,
} from '@app/shared/contract/triage.ts';
import { ApiError } from '../lib/http/api-error.ts';
import { call } from '../lib/http/call.ts';
import {
  applyChange,
  joinChange,
  muteChange,
  newIncident,
  splitChange,
  statusChange,
  takeBack,
  type MuteTarget,
  type TriageChange,
} from './triage-change.ts';

/** Specification, section 4: a change in flight delays the refresh for at most 30 seconds. */
const settlementMs = 30_000;

export const worldKey = ['world'] as const;
/** The `state` that marks a world of the page that may differ from the server's. */
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
export function useTriageCalls(handlers: TriageHandlers): TriageCalls {
  const client = useQueryClient();
  return useMemo(() => {
    const send = (change: TriageChange) => sendTriage(client, change, handlers);
    return {
      setStatus: (items, status) => send(statusChange(items, status)),
      mute: (targets, minutes) => send(muteChange({ targets, minutes, now: Date.now() })),
      join: (items) => send(joinChange(items)),
      split: (items) => send(splitChange(items)),
      undo: (change) => undoTriage(client, change, handlers),
    };
  }, [client, handlers]);
}

/** The items that the server did not change, because they no longer exist or have an issue that was not seen. */
export type LeftOut = Answer<typeof setIncident>['leftOut'];

export interface TriageHandlers {
  /** `insist` repeats a change that was refused because somebody else had changed the item first. */
  readonly onRefused: (change: TriageChange, error: Error, insist: () => void) => void;
  readonly onLeftOut: (leftOut: LeftOut) => void;
}

/** The changes of which the server left out some items. */
const incomplete = new WeakSet<TriageChange>();

/** Undoes a change. The undo leaves out the same items as the change did, so this is not reported again. */
export function undoTriage(client: QueryClient, change: TriageChange, handlers: TriageHandlers): void {
  const onLeftOut = (leftOut: LeftOut): void => {
    if (!incomplete.has(change)) handlers.onLeftOut(leftOut);
  };
  for (const back of takeBack(change, Date.now())) sendTriage(client, back, { ...handlers, onLeftOut });
}

/** Shows the change, then sends it. Returns it for an undo. */
export function sendTriage(client: QueryClient, change: TriageChange, handlers: TriageHandlers): TriageChange {
  const mutation = client.getMutationCache().build(client, {
    mutationKey: triageKey,
    mutationFn: postInTurn,
    onMutate: async (sent: TriageChange) => {
      changeWorld(client, sent);
      await Promise.all(copies.map((queryKey) => client.cancelQueries({ queryKey, predicate: isKnown }, keepData)));
    },
    onSuccess: (leftOut: LeftOut | null, sent: TriageChange) => {
      if (!leftOut || leftOut.untracked + leftOut.removed + (leftOut.changed ?? 0) === 0) return;
      incomplete.add(sent);
      if (leftOut.changed) outdated.add(client);
      handlers.onLeftOut(leftOut);
    },
    onError: (error: Error, sent: TriageChange) => {
      for (const back of takeBack(sent, Date.now())) changeWorld(client, back);
      forgetState(client);
      if (isIssueChanged(error)) outdated.add(client);
      handlers.onRefused(sent, error, () => void sendTriage(client, { ...sent, ...anyway }, handlers));
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

/** Whether the server refused the change of one item, because it has an issue that was not seen. */
export const isIssueChanged = (error: Error): boolean => error instanceof ApiError && error.code === 'issueChanged';

/** The clients that show issues which have changed since, also on pages of the table, which do not poll. */
const outdated = new WeakSet<QueryClient>();

async function refreshWhenSettled(client: QueryClient): Promise<void> {
  if (client.isMutating({ mutationKey: triageKey }) > 0) return;
  const stale = outdated.delete(client) ? copies : [worldKey];
  await Promise.all(stale.map((queryKey) => client.invalidateQueries({ queryKey })));
}

/** The queries that contain items: the world, and the pages of the table. */
const copies = [worldKey, [stateOfTheWorld.path]];
/** An answer in flight may have been read before the change, except the first answer, without which nothing is shown. */
const isKnown = ({ state }: Query): boolean => state.data !== undefined;
const keepData = { revert: false } as const;

/** Changes the world and the pages of the table. The pages are not fetched again, so that no row changes its place. */
function changeWorld(client: QueryClient, change: TriageChange): void {
  for (const queryKey of copies) {
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

/**
 * The world as it may be kept for the next visit. While a change is in flight, the server may still refuse it or never
 * receive it, and no later changes would correct the item: the next visit then requests a full answer.
 */
export const worldToKeep = (client: QueryClient, world: WorldAnswer): WorldAnswer =>
  client.isMutating({ mutationKey: triageKey }) === 0 ? world : { ...world, state: unknownState };

/** The request in flight of each item, by the item's id. */
const onTheWay = new Map<string, Promise<unknown>>();

/** Requests may overtake each other, so that a change of an item waits for the earlier changes of the same item. */
async function postInTurn(change: TriageChange): Promise<LeftOut | null> {
  const ids = change.before.map((entry) => entry.id);
  const earlier = new Set(ids.flatMap((id) => onTheWay.get(id) ?? []));
  const posted = Promise.allSettled(earlier).then(() => post(change));
  for (const id of ids) onTheWay.set(id, posted);
  try {
    return await posted;
  } finally {
    for (const id of ids) if (onTheWay.get(id) === posted) onTheWay.delete(id);
  }
}

/**
 * Posts a change, in several calls if it is of more items than one call may name. Later calls join their items to the
 * incident of the first one. Returns the items that were left out; a change of one item is refused instead.
 */
async function post(change: TriageChange): Promise<LeftOut | null> {
  const [only, ...others] = change.before;
  if (only && others.length === 0 && change.kind !== 'incident') {
    await postOne(change, only);
    return null;
  }
  let sum: LeftOut = { untracked: 0, removed: 0 };
  let incidentId = change.kind === 'incident' ? (change.incident?.incidentId ?? 'none') : 'none';
  for (const items of batchesOf<SeenItem>(change.before, mostTriaged)) {
    const answer = await postPart(change, { items, incidentId });
    if (incidentId === newIncident) incidentId = answer.incidentId ?? newIncident;
    sum = addLeftOut(sum, answer.leftOut);
  }
  return sum;
}

const addLeftOut = (one: LeftOut, other: LeftOut): LeftOut => {
  const changed = (one.changed ?? 0) + (other.changed ?? 0);
  const gone = { untracked: one.untracked + other.untracked, removed: one.removed + other.removed };
  return changed === 0 ? gone : { ...gone, changed };
};

type ChangeOfItems = Exclude<TriageChange, { kind: 'incident' }>;

async function postOne(change: ChangeOfItems, { id, date }: SeenItem): Promise<void> {
  if (change.kind === 'status') {
    const { status, expected: ifIssueStatus } = change;
    const query = { ifIssueStatus, ...(date && { seen: date }) };
    await call(setIssueStatus, { params: { watchDogId: id, status }, query });
  } else if (change.minutes < 1) {
    await call(unmuteItem, { params: { id }, body: { minutes: -1 } });
  } else {
    await call(muteItem, { params: { id }, body: { minutes: change.minutes, seen: date } });
  }
}

interface Part {
  readonly items: readonly SeenItem[];
  /** The incident that the items join, or the word for a new one or none. */
  readonly incidentId: string;
}

type PartAnswer = Answer<typeof setIncident>;

function postPart(change: TriageChange, { items, incidentId }: Part): Promise<PartAnswer> {
  const named = { watchDogIds: items.map(({ id }) => id), seen: items.map(({ date = null }) => date) };
  if (change.kind === 'incident') return call(setIncident, { body: { ...named, incidentId } });
  if (change.kind === 'mute') {
    return call(bulkMute, { body: { ...named, minutes: change.minutes < 1 ? -1 : change.minutes } });
  }
  const { status: issueStatus, expected: ifIssueStatus } = change;
  return call(bulkSetIssueStatus, { body: { ...named, issueStatus, ifIssueStatus } });
}
