import { applyIncident, applyIssueStatus, applyMute, type SeenItem } from '@app/shared/world/world-change.ts';
import { longestMute } from '@app/shared/domain/muting.ts';
import type { IssueStatus } from '@app/shared/domain/issue-status.ts';
import type { WorldAnswer, WorldItem } from '@app/shared/contract/world.ts';

/**
 * A change of issues by a person, with the state before, so that it can be undone. It applies to the issues that the
 * person has seen: an item with an issue of another date is left out, by the page and by the server.
 */
export type TriageChange =
  | {
      readonly kind: 'status';
      readonly status: IssueStatus;
      readonly before: readonly (ItemAsSeen & { readonly status: number })[];
      /** The status that the items are known to have. The server refuses the change if somebody has set another one. */
      readonly expected?: IssueStatus | undefined;
    }
  | {
      readonly kind: 'mute';
      /** The number of minutes; fewer than 1 unmutes. */
      readonly minutes: number;
      readonly mutedUntil: string | null;
      readonly before: readonly (ItemAsSeen & { readonly mutedUntil: string | null })[];
    }
  | {
      readonly kind: 'incident';
      /** The incident that the items join; `null` splits the items from their incidents. */
      readonly incident: Incident | null;
      readonly before: readonly (ItemAsSeen & { readonly incident: Incident | null })[];
    };

/** An item with its date when the person changed it. */
type ItemAsSeen = Required<SeenItem>;

type Incident = NonNullable<WorldItem['incident']>;

/** The id of an incident that the server has still to make. */
export const newIncident = 'new';

/** The items join the first incident that one of them has, or a new one if none has any. */
export const joinChange = (items: readonly WorldItem[]): TriageChange => ({
  kind: 'incident',
  incident: items.find(({ incident }) => incident)?.incident ?? { incidentId: newIncident, cause: '' },
  before: beforeOf(items),
});

export const splitChange = (items: readonly WorldItem[]): TriageChange => ({
  kind: 'incident',
  incident: null,
  before: beforeOf(items),
});

const beforeOf = (items: readonly WorldItem[]) =>
  items.map(({ watchDogId: id, date, incident = null }) => ({ id, date, incident }));

export const statusChange = (items: readonly WorldItem[], status: IssueStatus): TriageChange => ({
  kind: 'status',
  status,
  before: items.map((item) => ({ id: item.watchDogId, date: item.date, status: item.issueStatus })),
});

export interface MuteTarget {
  readonly id: string;
  /** The item; `null` for an item that is absent because it is ok. */
  readonly item: WorldItem | null;
}

interface MuteWish {
  readonly targets: readonly MuteTarget[];
  readonly minutes: number;
  readonly now: number;
}

export const muteChange = ({ targets, minutes, now }: MuteWish): TriageChange => ({
  kind: 'mute',
  minutes,
  mutedUntil: minutes < 1 ? null : new Date(now + minutes * 60_000).toISOString(),
  before: targets.map(({ id, item }) => ({
    id,
    date: item?.date ?? null,
    mutedUntil: item?.muted ? item.mutedUntil : null,
  })),
});

export function applyChange(world: WorldAnswer, change: TriageChange): WorldAnswer {
  if (change.kind === 'mute') return applyMute(world, change.before, change.mutedUntil);
  if (change.kind === 'incident') return applyIncident(world, change.before, change.incident);
  return applyIssueStatus(world, change.before, change.status);
}

/** The changes that restore the state before. There may be several, because the items may have had different states. */
export function takeBack(change: TriageChange, now: number): readonly TriageChange[] {
  if (change.kind === 'mute') return takeBackMute(change, now);
  if (change.kind === 'incident') return takeBackIncident(change);
  const byStatus = Map.groupBy(change.before, ({ status }) => (isIssueStatus(status) ? status : 0));
  return [...byStatus].map(([status, items]) => ({
    kind: 'status',
    status,
    expected: change.status,
    before: items.map(({ id, date }) => ({ id, date, status: change.status })),
  }));
}

function takeBackMute(change: Extract<TriageChange, { kind: 'mute' }>, now: number): readonly TriageChange[] {
  const byEnd = Map.groupBy(change.before, ({ mutedUntil }) => mutedUntil);
  return [...byEnd].map(([end, targets]) => {
    // By a clock that is slower than the server's, a mute may last longer than the longest one.
    const minutes = end === null ? -1 : Math.min(longestMute, Math.round((Date.parse(end) - now) / 60_000));
    const before = targets.map(({ id, date }) => ({ id, date, mutedUntil: change.mutedUntil }));
    return { kind: 'mute', minutes, mutedUntil: minutes < 1 ? null : end, before };
  });
}

function takeBackIncident(change: Extract<TriageChange, { kind: 'incident' }>): readonly TriageChange[] {
  const byIncident = Map.groupBy(change.before, ({ incident }) => incident?.incidentId ?? null);
  return [...byIncident.values()].map((items) => ({
    kind: 'incident',
    incident: items[0]?.incident ?? null,
    before: items.map(({ id, date }) => ({ id, date, incident: change.incident })),
  }));
}

const isIssueStatus = (status: number): status is IssueStatus => status >= 0 && status <= 3;
