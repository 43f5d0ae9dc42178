import type { IssueStatus } from '@app/shared/domain/issue-status.ts';

interface StatusWords {
  readonly name: string;
  /** The button that leads away from it, to the next step of the cycle. */
  readonly next: string;
  /** What has been done to what is now in it. */
  readonly done: string;
}

export const statusWords: Readonly<Record<IssueStatus, StatusWords>> = {
  0: { name: 'New', next: 'Mark seen', done: 'Reopened' },
  1: { name: 'Seen', next: 'Start', done: 'Seen' },
  2: { name: 'In progress', next: 'Mark done', done: 'In progress' },
  3: { name: 'Done', next: 'Reopen', done: 'Done' },
};

export const issueStatuses = [0, 1, 2, 3] as const satisfies readonly IssueStatus[];

/** A code that this version does not know is treated as new: nobody has looked at it here. */
export const issueStatusOf = (code: number): IssueStatus => issueStatuses.find((status) => status === code) ?? 0;
