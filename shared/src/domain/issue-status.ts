/** Specification, section 4: the status that people give an issue. */
export const issueStatus = { new: 0, seen: 1, inProgress: 2, done: 3 } as const;
export type IssueStatus = (typeof issueStatus)[keyof typeof issueStatus];

/** Specification, section 4: the status that the watchdog gives an item. */
export const itemStatus = { ok: 0, warning: 1, alert: 2, initializing: 99 } as const;

/** The status of a whole watchdog kind: 20 is shown but not counted, 21 is hidden from the menu too. */
export const groupStatus = { on: 0, preview: 20, hidden: 21 } as const;

/** Returns the next status in the cycle new → seen → in progress → done → new. */
export const nextIssueStatus = (status: number): IssueStatus => ((status + 1) % 4) as IssueStatus;

interface TriageState {
  readonly status: number;
  readonly issueStatus: number;
  readonly muted: boolean;
}

/** Whether the watchdog reports a problem, muted or not. */
export const isProblem = (item: Pick<TriageState, 'status'>): boolean =>
  item.status === itemStatus.warning || item.status === itemStatus.alert;

/** Only items that are not muted and have a problem can change their issue status. */
export const canChangeIssueStatus = (item: TriageState): boolean => !item.muted && isProblem(item);

export type Tab = 'ok' | 'red' | 'mute';

/** The tab of the alert card that shows the item, by the membership rules of section 4. */
export function tabOf(item: TriageState): Tab {
  if (item.muted || (isProblem(item) && item.issueStatus === issueStatus.done)) return 'mute';
  return isProblem(item) ? 'red' : 'ok';
}

/** Section 4: an alert or warning counts as unchecked while its issue status is new and it is not muted. */
export const isUnchecked = (item: TriageState): boolean =>
  isProblem(item) && !item.muted && item.issueStatus === issueStatus.new;
