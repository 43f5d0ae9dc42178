import { expect, test } from 'vitest';
import { issueStatus, itemStatus } from '@app/shared/domain/issue-status.ts';
import { openIssuesByProduct } from '@app/shared/world/issues/open-issues.ts';
import type { WorldItem } from '@app/shared/contract/world.ts';
import { buildGroup, buildItem } from '../../../testing/world-build.ts';
import { followAlerts } from './live-alerts.ts';

const issuesOf = (...items: readonly Partial<WorldItem>[]) =>
  openIssuesByProduct({ lostBuybox: buildGroup(items.map(buildItem)) });

const first = { productId: '1', date: '2026-03-02T08:00:00.000Z' };
const second = { productId: '2', date: '2026-03-02T09:00:00.000Z' };

/** The products whose alerts are announced after each change of the issues. */
function announced(...changes: readonly (readonly Partial<WorldItem>[])[]): readonly (readonly string[])[] {
  const follow = followAlerts();
  return changes.map((items) => follow(issuesOf(...items)).map(({ item }) => item.productId));
}

test('alerts that appear while the page is open are announced once, and those from before are not', () => {
  expect(announced([first], [first, second], [first, second])).toEqual([[], ['2'], []]);
  expect(announced([], [{ ...second, status: itemStatus.warning }])).toEqual([[], []]);
  expect(announced([], [{ ...second, issueStatus: issueStatus.seen }])).toEqual([[], []]);
});

test('an alert with a new subject is announced again', () => {
  expect(announced([first], [{ ...first, date: second.date }])).toEqual([[], ['1']]);
});

test('an alert that is reopened by hand is not announced, even if it was seen when the page opened', () => {
  const seen = { ...first, issueStatus: issueStatus.seen };

  expect(announced([first], [], [first])).toEqual([[], [], []]);
  expect(announced([seen], [first])).toEqual([[], []]);
});
