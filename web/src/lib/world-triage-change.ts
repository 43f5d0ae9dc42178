import { applyIssueStatus, applyMute } from '@app/shared/world/world-change.ts';
import type { IssueStatus } from '@app/shared/domain/issue-status.ts';
import type { WorldAnswer, WorldItem } from '@app/shared/contract/sentinel.ts';

/** What a person does about issues, with what was before, so that it can be taken back. */
export type TriageChange =
  | {
      readonly kind: 'status';
      readonly status: IssueStatus;
      readonly before: readonly { readonly id: string; readonly status: number }[];
    }
  | {
      readonly kind: 'mute';
      readonly id: string;
      /** Fewer than 1 unmutes. */
      readonly minutes: number;
      readonly mutedUntil: string | null;
      readonly before: string | null;
    };

export const statusChange = (items: readonly WorldItem[], status: IssueStatus): TriageChange => ({
  kind: 'status',
  status,
  before: items.map((item) => ({ id: item.watchDogId, status: item.issueStatus })),
});

interface MuteWish {
  readonly id: string;
  readonly minutes: number;
  readonly now: number;
  readonly before: WorldItem | null;
}

export const muteChange = ({ id, minutes, now, before }: MuteWish): TriageChange => ({
  kind: 'mute',
  id,
  minutes,
  mutedUntil: minutes < 1 ? null : new Date(now + minutes * 60_000).toISOString(),
  before: before?.muted ? before.mutedUntil : null,
});

export function applyChange(world: WorldAnswer, change: TriageChange): WorldAnswer {
  if (change.kind === 'mute') return applyMute(world, change.id, change.mutedUntil);
  return applyIssueStatus(
    world,
    change.before.map((entry) => entry.id),
    change.status,
  );
}

/** The changes that bring back what was; several, since many items at once may have had different states. */
export function takeBack(change: TriageChange, now: number): readonly TriageChange[] {
  if (change.kind === 'mute') {
    const minutes = change.before === null ? -1 : Math.round((Date.parse(change.before) - now) / 60_000);
    return [{ ...change, minutes, mutedUntil: minutes < 1 ? null : change.before, before: change.mutedUntil }];
  }
  const idsByStatus = new Map<IssueStatus, string[]>();
  for (const { id, status } of change.before) {
    const known = isIssueStatus(status) ? status : 0;
    idsByStatus.set(known, [...(idsByStatus.get(known) ?? []), id]);
  }
  return [...idsByStatus].map(([status, ids]) => ({
    kind: 'status',
    status,
    before: ids.map((id) => ({ id, status: change.status })),
  }));
}

const isIssueStatus = (status: number): status is IssueStatus => status >= 0 && status <= 3;
