import { expect, test } from 'vitest';
import type { WorldItem } from '@app/shared/contract/world.ts';
import { openIssuesByProduct } from '@app/shared/world/issues/open-issues.ts';
import { buildGroup, buildItem, buildProduct } from '../../../../testing/world-build.ts';
import { incidentsIn, membersToSee } from './incidents-in.ts';

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

/** Two issues of an incident, which began at this time. */
const itemsOf = (incidentId: string, date: string, given: Partial<WorldItem> = {}): readonly WorldItem[] =>
  ['a', 'b'].map((end) =>
    buildItem({ productId: `${incidentId}${end}`, status: 2, date, incident: { incidentId, cause: '' }, ...given }),
  );

/** The ids of the incidents, in order, when the issues of the first one have this status. */
function orderWhen(issueStatus: number): readonly string[] {
  const items = [
    ...itemsOf('1', '2026-03-02T10:00:00.000Z', { issueStatus }),
    ...itemsOf('2', '2026-03-02T09:00:00.000Z'),
    ...itemsOf('3', '2026-03-02T08:00:00.000Z', { status: 1 }),
  ];
  const shown = new Map(items.map(({ productId }) => [productId, buildProduct({ productId })]));
  const issues = openIssuesByProduct({ lostBuybox: buildGroup(items) });
  return incidentsIn(issues, shown).map(({ incidentId }) => incidentId);
}

test('an incident stays in its place when its issues are marked: the newest alerts come first, and then the warnings', () => {
  expect(orderWhen(0)).toEqual(['1', '2', '3']);
  expect(orderWhen(1)).toEqual(['1', '2', '3']);
  expect(orderWhen(2)).toEqual(['1', '2', '3']);
});
