import { expect, test } from 'vitest';
import { issueStatus, itemStatus, type IssueStatus } from '@app/shared/domain/issue-status.ts';
import { buildItem } from '../../../../testing/world-build.ts';
import { leavingBy, rowAfter } from './go-on.ts';

test.each([
  ['the row itself if it stays', { at: 1, leaving: [] }, 1],
  ['the next row that stays', { at: 1, leaving: ['b', 'c'] }, 3],
  ['the last row that stays if none follows', { at: 2, leaving: ['c', 'd'] }, 1],
  ['no row if none stays', { at: 0, leaving: ['a', 'b', 'c', 'd'] }, -1],
  ['no row if the person was at none', { at: -1, leaving: [] }, -1],
])('after an act on the selected issues the person goes on at %s', (_row, { at, leaving }, row) => {
  expect(rowAfter({ ids: ['a', 'b', 'c', 'd'], at, leaving: new Set(leaving) })).toBe(row);
});

const targetOf = (watchDogId: string, status: IssueStatus) => ({
  watchDogId,
  item: buildItem({ watchDogId, status: itemStatus.alert, issueStatus: status }),
  name: watchDogId,
});

test('the rows of issues leave their tab when they are done, reopened or muted, and stay when they are seen', () => {
  const targets = [targetOf('new', issueStatus.new), targetOf('done', issueStatus.done)];

  expect([...leavingBy(targets, { issueStatus: issueStatus.done })]).toEqual(['new']);
  expect([...leavingBy(targets, { issueStatus: issueStatus.seen })]).toEqual(['done']);
  expect([...leavingBy(targets.slice(0, 1), { muted: true })]).toEqual(['new']);
  expect([...leavingBy(targets, {})]).toEqual([]);
});
