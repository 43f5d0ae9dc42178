import { describe, expect, test } from 'vitest';
import { canChangeIssueStatus, isUnchecked, nextIssueStatus, tabOf } from './issue-status.ts';

test('the issue status cycles new, seen, in progress, done and back to new', () => {
  expect([0, 1, 2, 3].map(nextIssueStatus)).toEqual([1, 2, 3, 0]);
});

describe('section 4: tabs, and whether the issue status may change', () => {
  const rows = [
    // status, issue status, muted | tab, may change, unchecked
    [0, 0, false, 'ok', false, false],
    [0, 3, false, 'ok', false, false],
    [99, 0, false, 'ok', false, false],
    [99, 0, true, 'mute', false, false],
    [0, 0, true, 'mute', false, false],
    [1, 0, false, 'red', true, true],
    [2, 0, false, 'red', true, true],
    [2, 1, false, 'red', true, false],
    [2, 2, false, 'red', true, false],
    [1, 3, false, 'mute', true, false],
    [2, 3, false, 'mute', true, false],
    [2, 0, true, 'mute', false, false],
    [1, 3, true, 'mute', false, false],
  ] as const;

  test.each(rows)('status %i, issue status %i, muted %s: tab %s, may change %s, unchecked %s', (...row) => {
    const [status, given, muted, tab, mayChange, unchecked] = row;
    const item = { status, issueStatus: given, muted };

    expect([tabOf(item), canChangeIssueStatus(item), isUnchecked(item)]).toEqual([tab, mayChange, unchecked]);
  });
});
