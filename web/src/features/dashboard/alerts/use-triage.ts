import { muteDurations } from '@app/shared/domain/muting.ts';
import type { IssueStatus } from '@app/shared/domain/issue-status.ts';
import type { WorldItem } from '@app/shared/contract/sentinel.ts';
import type { TriageChange } from '../../../lib/world-triage-change.ts';
import { useTriageCalls } from '../../../lib/world-triage.ts';
import { showToast } from '../../../ui/toast-store.ts';
import { statusWords } from './status-words.ts';

export interface TriageTarget {
  readonly watchDogId: string;
  /** `null` for an item that is absent because it is ok. */
  readonly item: WorldItem | null;
  /** For the message: "French press, Lost Buy Box". */
  readonly name: string;
}

const refused = () => showToast('The change was not saved', { level: 'alert' });

/** Triage with its words: every change says what it did and can be undone for 10 s. */
export function useTriage() {
  const calls = useTriageCalls(refused);
  const tell = (text: string, change: TriageChange) => showToast(text, { onUndo: () => calls.undo(change) });
  return {
    setStatus: ({ item, name }: TriageTarget, status: IssueStatus) => {
      if (item) tell(`${statusWords[status].done}: ${name}`, calls.setStatus([item], status));
    },
    markAllSeen: (items: readonly WorldItem[], title: string) =>
      tell(`${items.length} marked as seen: ${title}`, calls.setStatus(items, 1)),
    mute: ({ watchDogId, item, name }: TriageTarget, minutes: number) => {
      const duration = muteDurations.find((one) => one.minutes === minutes)?.label.toLowerCase();
      const until = duration?.startsWith('until') ? duration : `for ${duration}`;
      tell(minutes < 1 ? `Unmuted: ${name}` : `Muted ${until}: ${name}`, calls.mute({ id: watchDogId, item }, minutes));
    },
  };
}
