import type { Judgement } from '@app/shared/watchdogs/model/define.ts';
import type { MessageWorth } from '@app/shared/watchdogs/model/message-worth.ts';
import { issueStatus, itemStatus } from '@app/shared/domain/issue-status.ts';

/** An item as it was stored before it is judged. */
export interface StoredItem {
  readonly itemId: string;
  readonly productId: string;
  readonly type: string;
  readonly status: number;
  readonly issueStatus: number;
  readonly issueStatusBy: string | null;
  readonly mutedUntil: Date | null;
  readonly message: string | null;
  readonly from: string | null;
  readonly to: string | null;
  readonly evidence: unknown;
  readonly figures: unknown;
  readonly about: string | null;
  readonly memory: unknown;
  /** The item's own settings; the settings of its kind apply as well. */
  readonly settings: unknown;
  readonly againAt: Date | null;
  readonly awaitsCheck: boolean;
  readonly revision: number;
  /**
   * When the last silence of the item began, because it changed too often between ok and a problem; `null` if none did.
   */
  readonly calmedAt: Date | null;
  readonly calmUntil: Date | null;
  readonly calmPauses: number;
  /** The incident of which the item is a member. */
  readonly incidentId: string | null;
  /** The incident from which a user has split the item. */
  readonly apartFrom: string | null;
}

/** The result of one judgement for one item. */
export interface ItemChange {
  readonly itemId: string;
  readonly productId: string;
  readonly type: string;
  readonly status: 0 | 1 | 2;
  readonly issueStatus: number;
  readonly message: string | null;
  readonly from: string | null;
  readonly to: string | null;
  readonly evidence: readonly { readonly label: string; readonly value: string }[];
  readonly figures: Readonly<Record<string, number>> | null;
  readonly about: string | null;
  readonly memory: unknown;
  readonly againAt: Date | null;
  readonly awaitsCheck: boolean;
  readonly oldRevision: number;
  readonly revision: number;
  readonly oldStatus: number;
  readonly oldIssueStatus: number;
  /** The time of the change, if status or subject changed. */
  readonly changedAt: Date | null;
  readonly isFlip: boolean;
  /** True if something at the marketplace improved; false if a window merely ended or a setting made the item ok. */
  readonly isImproved: boolean;
  /** True if the problem is less severe because a part of it is over; the rest was told as part of it. */
  readonly isEased: boolean;
  /** The limit on messages about the change; `null` if a message is sent immediately. */
  readonly worth: MessageWorth | null;
  /** The cause that changes of other products may have in common with this one. */
  readonly cause: string | null;
  /** The incident of which the item was a member; `null` once it is ok. */
  readonly incidentId: string | null;
  /** True if anything that the dashboard shows is different. */
  readonly isShown: boolean;
}

const statusOfVerdict = { ok: 0, improved: 0, warning: 1, alert: 2 } as const;

interface JudgedItem {
  readonly itemId: string;
  readonly productId: string;
  readonly type: string;
  readonly item: StoredItem | null;
  readonly judgement: Judgement<unknown>;
  readonly at: Date;
}

/**
 * Compares a judgement with the stored item. Returns `null` if nothing is different, not even the watchdog's memory.
 */
export function changeOf({ item, judgement, at, ...ids }: JudgedItem): ItemChange | null {
  const status = statusOfVerdict[judgement.verdict];
  const oldStatus = item?.status ?? itemStatus.initializing;
  const hasMoved = status !== oldStatus || judgement.about !== (item?.about ?? null);
  const isTold = status !== oldStatus || !judgement.isFewer;
  const isFlip = hasMoved && isTold && isNews({ status, oldStatus, isImproved: judgement.verdict === 'improved' });
  const shown = {
    message: judgement.text,
    from: judgement.from ?? null,
    to: judgement.to ?? null,
    evidence: judgement.evidence ?? [],
    figures: judgement.figures ?? null,
  };
  const isEased = judgement.isFewer === true && status === itemStatus.warning && oldStatus === itemStatus.alert;
  const isShown = !item || status !== oldStatus || isFlip || !sameShown(item, shown);
  const kept = {
    about: judgement.about,
    memory: judgement.memory,
    againAt: judgement.againAt ?? null,
    awaitsCheck: judgement.awaitsCheck ?? false,
  };
  if (item && !isShown && !hasMoved && sameKept(item, kept)) return null;

  const oldRevision = item?.revision ?? 0;
  return {
    ...ids,
    ...shown,
    ...kept,
    status,
    issueStatus:
      (isFlip && !isEased) || status === itemStatus.ok ? issueStatus.new : (item?.issueStatus ?? issueStatus.new),
    oldStatus,
    oldIssueStatus: item?.issueStatus ?? issueStatus.new,
    oldRevision,
    revision: isFlip ? oldRevision + 1 : oldRevision,
    changedAt: isFlip || status !== oldStatus ? at : null,
    isFlip,
    isImproved: judgement.verdict === 'improved',
    isEased,
    worth: judgement.worth ?? null,
    cause: judgement.cause ?? null,
    incidentId: status === itemStatus.ok ? null : (item?.incidentId ?? null),
    isShown: isShown || hasMoved,
  };
}

/** The first verdict of an item is no news if it is ok, nor is a new subject of an item that stays ok. */
const isNews = (change: { status: number; oldStatus: number; isImproved: boolean }): boolean =>
  change.status > 0 ||
  change.isImproved ||
  change.oldStatus === itemStatus.warning ||
  change.oldStatus === itemStatus.alert;

type ShownFields = Pick<ItemChange, 'message' | 'from' | 'to' | 'evidence' | 'figures'>;

const sameShown = (item: StoredItem, shown: ShownFields): boolean =>
  item.message === shown.message &&
  item.from === shown.from &&
  item.to === shown.to &&
  sameJson(item.evidence, shown.evidence) &&
  sameJson(item.figures, shown.figures);

const sameKept = (item: StoredItem, kept: Pick<ItemChange, 'memory' | 'againAt' | 'awaitsCheck'>): boolean =>
  item.awaitsCheck === kept.awaitsCheck &&
  (item.againAt?.getTime() ?? null) === (kept.againAt?.getTime() ?? null) &&
  sameJson(item.memory, kept.memory);

/** Compares JSON values regardless of the order of keys, which jsonb does not keep. */
function sameJson(a: unknown, b: unknown): boolean {
  return a === b || sortedJson(a) === sortedJson(b);
}

const sortedJson = (value: unknown): string =>
  JSON.stringify(value ?? null, (_key, inner: unknown) =>
    inner !== null && typeof inner === 'object' && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
