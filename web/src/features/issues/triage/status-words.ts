import type { IssueStatus } from '@app/shared/domain/issue-status.ts';

interface StatusWords {
  readonly name: string;
  /** The label of the button that leads to the next status. */
  readonly next: string;
  /** The message after an item was given this status. */
  readonly done: string;
}

export const statusWords: Readonly<Record<IssueStatus, StatusWords>> = {
  0: { name: 'New', next: 'Mark seen', done: 'Reopened' },
  1: { name: 'Seen', next: 'Start', done: 'Seen' },
  2: { name: 'In progress', next: 'Mark done', done: 'In progress' },
  3: { name: 'Done', next: 'Reopen', done: 'Done' },
};

export const issueStatuses = [0, 1, 2, 3] as const satisfies readonly IssueStatus[];

/** A code that this version does not know is shown as new. */
export const issueStatusOf = (code: number): IssueStatus => issueStatuses.find((status) => status === code) ?? 0;
