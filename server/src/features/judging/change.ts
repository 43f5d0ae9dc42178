import type { Judgement } from '@app/shared/watchdogs/model/define.ts';
import { issueStatus, itemStatus } from '@app/shared/domain/issue-status.ts';

/** An item as it stands before it is judged. */
export interface StoredItem {
  readonly itemId: string;
  readonly productId: string;
  readonly type: string;
  readonly status: number;
  readonly issueStatus: number;
  readonly mutedUntil: Date | null;
  readonly message: string | null;
  readonly from: string | null;
  readonly to: string | null;
  readonly evidence: unknown;
  readonly figures: unknown;
  readonly about: string | null;
  readonly memory: unknown;
  /** Settings of this item alone. */
  readonly settings: unknown;
  readonly againAt: Date | null;
  readonly awaitsCheck: boolean;
  readonly revision: number;
}

/** What one judgement makes of an item. */
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
  /** Set when status or subject changed. */
  readonly changedAt: Date | null;
  readonly isFlip: boolean;
  /** Better by the marketplace's doing, not merely over or waved through by a setting. */
  readonly isImproved: boolean;
  /** Whether anything that the dashboard shows is different. */
  readonly isShown: boolean;
}

const statusOfVerdict = { ok: 0, improved: 0, warning: 1, alert: 2 } as const;

interface Judged {
  readonly itemId: string;
  readonly productId: string;
  readonly type: string;
  readonly item: StoredItem | null;
  readonly judgement: Judgement<unknown>;
  readonly at: Date;
}

/** `null` when nothing at all is different, not even what the kind remembers. */
export function changeOf({ item, judgement, at, ...ids }: Judged): ItemChange | null {
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
    issueStatus: isFlip || status === itemStatus.ok ? issueStatus.new : (item?.issueStatus ?? issueStatus.new),
    oldStatus,
    oldRevision,
    revision: isFlip ? oldRevision + 1 : oldRevision,
    changedAt: isFlip || status !== oldStatus ? at : null,
    isFlip,
    isImproved: judgement.verdict === 'improved',
    isShown: isShown || hasMoved,
  };
}

/** A first look that finds all well is no news, and neither is another subject of something that is well. */
const isNews = (change: { status: number; oldStatus: number; isImproved: boolean }): boolean =>
  change.status > 0 ||
  change.isImproved ||
  change.oldStatus === itemStatus.warning ||
  change.oldStatus === itemStatus.alert;

type Shown = Pick<ItemChange, 'message' | 'from' | 'to' | 'evidence' | 'figures'>;

const sameShown = (item: StoredItem, shown: Shown): boolean =>
  item.message === shown.message &&
  item.from === shown.from &&
  item.to === shown.to &&
  sameJson(item.evidence, shown.evidence) &&
  sameJson(item.figures, shown.figures);

const sameKept = (item: StoredItem, kept: Pick<ItemChange, 'memory' | 'againAt' | 'awaitsCheck'>): boolean =>
  item.awaitsCheck === kept.awaitsCheck &&
  (item.againAt?.getTime() ?? null) === (kept.againAt?.getTime() ?? null) &&
  sameJson(item.memory, kept.memory);

/** jsonb gives keys back in an order of its own. */
function sameJson(a: unknown, b: unknown): boolean {
  return a === b || sortedJson(a) === sortedJson(b);
}

const sortedJson = (value: unknown): string =>
  JSON.stringify(value ?? null, (_key, inner: unknown) =>
    inner !== null && typeof inner === 'object' && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
