import { expect, test } from 'vitest';
import type { WorldItem } from '@app/shared/contract/world.ts';
import { issueStatus } from '@app/shared/domain/issue-status.ts';
import { openIssuesByProduct } from '@app/shared/world/issues/open-issues.ts';
import { buildGroup, buildItem, buildProduct } from '../../../testing/world-build.ts';
import { asSorted, followSorted, hasNewProblems, inOrderOf, isSameOrder } from './steady-order.ts';

const list = (...ids: string[]) => ids.map((productId) => buildProduct({ productId }));
const ids = (products: ReturnType<typeof list>) => products.map((product) => product.productId);

test('products keep their order when problems would sort them again', () => {
  expect(ids([...inOrderOf(list('1', '2', '3'), list('3', '1', '2'))])).toEqual(['1', '2', '3']);
});

test('new products come last, removed ones go', () => {
  expect(ids([...inOrderOf(list('1', '2'), list('3', '2'))])).toEqual(['2', '3']);
});

test('a changed product is replaced in its place', () => {
  const [changed] = inOrderOf(list('1'), [buildProduct({ productId: '1', shortName: 'New name' })]);
  expect(changed?.shortName).toBe('New name');
});

test('order is compared by id', () => {
  expect(isSameOrder(list('1', '2'), list('1', '2'))).toBe(true);
  expect(isSameOrder(list('1', '2'), list('2', '1'))).toBe(false);
  expect(isSameOrder(list('1'), list('1', '2'))).toBe(false);
});

const choice = {};
const issuesOf = (...items: readonly Partial<WorldItem>[]) =>
  openIssuesByProduct({ lostBuybox: buildGroup(items.map(buildItem)) });

const early = { productId: '1', date: '2026-03-02T08:00:00.000Z' };
const late = { productId: '2', date: '2026-03-02T09:00:00.000Z' };

/** Whether the button that shows new problems appears once a list with the first two issues is sorted again. */
function tellsOfNews(products: ReturnType<typeof list>, ...items: readonly Partial<WorldItem>[]): boolean {
  const shown = asSorted({ products: list('2', '1', '3'), issues: issuesOf(late, early), choice });
  const sorted = { products, issues: issuesOf(...items), choice };
  const held = followSorted(shown, sorted, true);
  expect(ids([...held.products]).slice(0, 3)).toEqual(['2', '1', '3']);
  return hasNewProblems(held, sorted);
}

test('while the list keeps its order, a new problem is told of', () => {
  const third = { productId: '3', date: '2026-03-02T10:00:00.000Z' };
  expect(tellsOfNews(list('3', '2', '1'), third, late, early)).toBe(true);
  expect(tellsOfNews(list('1', '2', '3'), late, { ...early, date: third.date })).toBe(true);
});

test('an issue that the user marks, and a product that is added, are told of as no new problem', () => {
  expect(tellsOfNews(list('1', '2', '3'), { ...late, issueStatus: issueStatus.seen }, early)).toBe(false);
  expect(tellsOfNews(list('1', '2', '3'), early)).toBe(false);
  expect(tellsOfNews(list('2', '4', '1', '3'), late, early)).toBe(false);
});

test('a list that is not held, and one of another choice, is shown as it is sorted', () => {
  const shown = asSorted({ products: list('1', '2'), issues: issuesOf(), choice });
  const sorted = { products: list('2', '1'), issues: issuesOf(), choice };

  expect(followSorted(shown, sorted, false)).toEqual(asSorted(sorted));
  expect(followSorted(shown, { ...sorted, choice: {} }, true).products).toBe(sorted.products);
  expect(followSorted(asSorted(sorted), sorted, true).products).toBe(sorted.products);
});
