import { expect, test } from 'vitest';
import { openIssuesByProduct } from '@app/shared/world/issues/open-issues.ts';
import { problemsFirst } from './world-index.ts';
import { buildGroup, buildItem, buildProduct } from '../../testing/world-build.ts';

const alert = buildItem({ productId: '3', status: 2 });
const warning = buildItem({ productId: '2', status: 1 });

test('open issues are those that are not muted, not done and not ok', () => {
  const issues = openIssuesByProduct({
    price: buildGroup([
      alert,
      buildItem({ productId: '4', muted: true }),
      buildItem({ productId: '5', issueStatus: 3 }),
      buildItem({ productId: '6', status: 0 }),
      buildItem({ productId: '7', status: 99 }),
      buildItem({ productId: '8', issueStatus: 2 }),
    ]),
  });
  expect([...issues.keys()]).toEqual(['3', '8']);
});

test.each([20, 21])('a group with status %i is in no list of issues', (status) => {
  expect(openIssuesByProduct({ price: buildGroup([alert], { status }) }).size).toBe(0);
});

test('the worst issue of a product comes first: alert, then unchecked, then newest', () => {
  const older = buildItem({ watchDogId: 'older', date: '2026-11-18T00:00:00.000Z' });
  const seen = buildItem({ watchDogId: 'seen', issueStatus: 1, date: '2026-11-20T00:00:00.000Z' });
  const newer = buildItem({ watchDogId: 'newer', date: '2026-11-19T00:00:00.000Z' });
  const mild = buildItem({ watchDogId: 'mild', status: 1, date: '2026-11-20T09:00:00.000Z' });
  const issues = openIssuesByProduct({
    a: buildGroup([older]),
    b: buildGroup([seen]),
    c: buildGroup([mild]),
    d: buildGroup([newer]),
  });
  expect(issues.get('1')?.map((issue) => issue.item.watchDogId)).toEqual(['newer', 'older', 'seen', 'mild']);
});

test('products with problems come first, the others keep their order', () => {
  const products = ['1', '2', '3', '4'].map((productId) => buildProduct({ productId }));
  const sorted = problemsFirst(products, openIssuesByProduct({ price: buildGroup([warning, alert]) }));
  expect(sorted.map((product) => product.productId)).toEqual(['3', '2', '1', '4']);
});

test('a list whose issues have changed is sorted again', () => {
  const products = ['1', '2'].map((productId) => buildProduct({ productId }));
  const firstWith = (...items: readonly (typeof warning)[]) =>
    problemsFirst(products, openIssuesByProduct({ price: buildGroup(items) }))[0]?.productId;

  expect([firstWith(), firstWith(warning), firstWith()]).toEqual(['1', '2', '1']);
});
