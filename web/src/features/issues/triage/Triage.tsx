import { createContext, use, useMemo, type ReactNode } from 'react';
import { muteDurations } from '@app/shared/domain/muting.ts';
import { canChangeIssueStatus, type IssueStatus } from '@app/shared/domain/issue-status.ts';
import type { WorldItem } from '@app/shared/contract/world.ts';
import type { TriageChange } from '../../../world/triage-change.ts';
import {
  isIssueChanged,
  useTriageCalls,
  type LeftOut,
  type TriageCalls,
  type TriageHandlers,
} from '../../../world/triage.ts';
import { ApiError } from '../../../lib/http/api-error.ts';
import { shownError } from '../../../lib/http/shown-error.ts';
import { afterPaint } from '../../../ui/hooks/use-after-paint.ts';
import { dismissToast, showToast, toReadMs } from '../../../ui/overlays/toast-store.ts';
import { leftOutText } from './left-out-text.ts';
import { statusWords } from './status-words.ts';
import { formatCount } from '@app/shared/base/format-count.ts';

export interface TriageTarget {
  readonly watchDogId: string;
  /** The item; `null` for an item that is absent because it is ok. */
  readonly item: WorldItem | null;
  /** The name in the message: "French press, Lost Buy Box". */
  readonly name: string;
}

interface Triage {
  readonly setStatus: (target: TriageTarget, status: IssueStatus) => void;
  readonly markAllSeen: (items: readonly WorldItem[], title: string) => void;
  /** Mutes the item for this number of minutes; fewer than 1 unmutes it. */
  readonly mute: (target: TriageTarget, minutes: number) => void;
  /** Changes many items with one call, one message and one undo. */
  readonly setAll: (targets: readonly TriageTarget[], status: IssueStatus) => void;
  readonly muteAll: (targets: readonly TriageTarget[], minutes: number) => void;
  /** Makes open issues one incident. */
  readonly join: (targets: readonly TriageTarget[]) => void;
  /** Splits an issue from its incident. */
  readonly split: (target: TriageTarget) => void;
}

const TriageContext = createContext<Triage | null>(null);

/** Triage with messages: every change is confirmed and can be undone for 10 s. */
export function useTriage(): Triage {
  const triage = use(TriageContext);
  if (!triage) throw new Error('useTriage needs a TriageProvider above it');
  return triage;
}

/** One provider for all rows, because a call may outlive the row that started it. */
export function TriageProvider({ children }: { readonly children: ReactNode }) {
  const calls = useTriageCalls(handlers);
  const triage = useMemo(() => triageWithMessages(calls), [calls]);
  return <TriageContext value={triage}>{children}</TriageContext>;
}

/** The ids of the toasts about changes, which are dismissed if the server refuses the change. */
const toastOf = new WeakMap<TriageChange, number>();

/** Reports a refused change by a toast, unless the error modal already shows the refusal. */
function showRefusal(change: TriageChange, error: Error, insist: () => void): void {
  const toastId = toastOf.get(change);
  if (toastId !== undefined) dismissToast(toastId);
  if (error instanceof ApiError && error.code === 'issueStatusOvertaken') {
    showToast(`${error.message}.`, { level: 'alert', onUndo: insist, undoLabel: 'Undo anyway' });
  } else if (isIssueChanged(error)) {
    showToast(`${error.message}.`, { level: 'alert', forMs: toReadMs });
  } else if (shownError.get() !== error) {
    showToast('The change was not saved', { level: 'alert' });
  }
}

const showLeftOut = (leftOut: LeftOut): void => void showToast(leftOutText(leftOut), { forMs: toReadMs });

const handlers: TriageHandlers = { onRefused: showRefusal, onLeftOut: showLeftOut };

/**
 * A change of more issues than this waits until its message is painted, because it would delay the response to the
 * press.
 */
const mostAtOnce = 100;

const actOn = (count: number, act: () => void): void => {
  if (count > mostAtOnce) afterPaint(act);
  else act();
};

function triageWithMessages(calls: TriageCalls): Triage {
  const tell = (text: string, { length: count }: readonly unknown[], send: () => TriageChange) => {
    let change: TriageChange | null = null;
    const undo = () => {
      if (change) calls.undo(change);
    };
    const toastId = showToast(text, { onUndo: () => actOn(count, undo) });
    actOn(count, () => {
      change = send();
      toastOf.set(change, toastId);
    });
  };
  const setAll: Triage['setAll'] = (targets, status) => {
    if (!targets.some(({ item }) => item && canChangeIssueStatus(item))) return;
    tell(`${statusWords[status].done}: ${namesOf(targets)}`, targets, () => {
      const items = targets.flatMap(({ item }) => (item && canChangeIssueStatus(item) ? item : []));
      return calls.setStatus(items, status);
    });
  };
  const muteAll: Triage['muteAll'] = (targets, minutes) => {
    if (targets.length === 0) return;
    tell(`${muteText(minutes)}: ${namesOf(targets)}`, targets, () => {
      const muted = targets.map(({ watchDogId, item }) => ({ id: watchDogId, item }));
      return calls.mute(muted, minutes);
    });
  };
  return {
    setStatus: (target, status) => setAll([target], status),
    markAllSeen: (items, title) =>
      tell(`${formatCount(items.length)} marked as seen: ${title}`, items, () => calls.setStatus(items, 1)),
    mute: (target, minutes) => muteAll([target], minutes),
    setAll,
    muteAll,
    join: (targets) => {
      const items = targets.flatMap(({ item }) => item ?? []);
      if (items.length > 1) tell(`Joined as one incident: ${namesOf(targets)}`, items, () => calls.join(items));
    },
    split: ({ item, name }) => {
      if (item) tell(`Split off: ${name}`, [item], () => calls.split([item]));
    },
  };
}

function namesOf(targets: readonly TriageTarget[]): string {
  const [first] = targets;
  return first && targets.length === 1 ? first.name : `${formatCount(targets.length)} issues`;
}

function muteText(minutes: number): string {
  if (minutes < 1) return 'Unmuted';
  const length = muteDurations.find((duration) => duration.minutes === minutes)?.label.toLowerCase() ?? '';
  return length.startsWith('until') ? `Muted ${length}` : `Muted for ${length}`;
}
