import { expect, test } from 'vitest';
import { buildGroup, buildItem } from '../../lib/world-build.ts';
import { openIssuesByProduct } from '../../lib/world-index.ts';
import { doNow } from './do-now.ts';

const items = (count: number, given: Parameters<typeof buildItem>[0]) =>
  Array.from({ length: count }, (_, index) => buildItem({ ...given, productId: `${given?.status}-${index}` }));

test('there are never more than three rows, alerts before warnings, the rest is counted', () => {
  const issues = openIssuesByProduct({
    price: buildGroup([...items(2, { status: 2 }), ...items(5, { status: 1 })]),
  });
  const { top, restAlerts, restWarnings } = doNow(issues);
  expect(top.map((issue) => issue.item.status)).toEqual([2, 2, 1]);
  expect({ restAlerts, restWarnings }).toEqual({ restAlerts: 0, restWarnings: 4 });
});

test('two alerts of one product share a row', () => {
  const issues = openIssuesByProduct({
    price: buildGroup([buildItem({ watchDogId: 'price-1' })]),
    sellers: buildGroup([buildItem({ watchDogId: 'sellers-1' })]),
  });
  expect(doNow(issues)).toMatchObject({ top: { length: 1 }, restAlerts: 1, restWarnings: 0 });
});

test('what was seen needs nobody now', () => {
  const issues = openIssuesByProduct({ price: buildGroup([buildItem({ issueStatus: 1 })]) });
  expect(doNow(issues)).toEqual({ top: [], restAlerts: 0, restWarnings: 0 });
});
