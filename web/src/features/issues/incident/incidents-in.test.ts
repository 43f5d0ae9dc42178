import { expect, test } from 'vitest';
import { buildItem } from '../../../../testing/world-build.ts';
import { membersToSee } from './incidents-in.ts';

const member = (productId: string, issueStatus: number, muted = false) => ({
  item: buildItem({ productId, status: 2, issueStatus, muted }),
});

test('marking all of an incident as seen changes the new members only: one in progress stays so', () => {
  const [fresh, seen, inProgress, muted] = [member('1', 0), member('2', 1), member('3', 2), member('4', 0, true)];

  expect(membersToSee([fresh, seen, inProgress, muted])).toEqual([fresh]);
});

test('without a new member all of an incident are set back to seen', () => {
  const all = [member('1', 1), member('2', 2)];

  expect(membersToSee(all)).toEqual(all);
});
