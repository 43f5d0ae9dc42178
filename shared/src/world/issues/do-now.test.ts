import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Product, WorldItem } from '../../contract/world.ts';
import { group as buildGroup, item, product as aProduct } from '../../../testing/world-builders.ts';
import { openIssuesAfter, openIssuesByProduct } from './open-issues.ts';
import { doNow, restText } from './do-now.ts';
import { weigh, type WeighedIssues } from './weighing.ts';

const buildProduct = (given: Partial<Product> = {}): Product => aProduct(given.productId ?? '1', given);
const buildItem = (given: Partial<WorldItem> = {}): WorldItem => item(`kind-${given.productId ?? '1'}`, given);

const now = Date.parse('2026-03-02T10:00:00Z');
const day = { day: 1, month: 3, organicUnits: null, organicOrders: null, promotionCodesUsedUnits: 0 };

/** A product that sells ten units a day at this price. */
const selling = (productId: string, cents: number | null, given: Partial<Product> = {}): Product =>
  buildProduct({
    productId,
    ageHours: 1,
    price: cents === null ? null : { cents, currency: 'USD' },
    sales: Array.from({ length: 14 }, () => ({ ...day, unitsSold: 10 })),
    ...given,
  });

function look(products: readonly Product[], items: Readonly<Record<string, readonly Partial<WorldItem>[]>>) {
  const groups = Object.entries(items).map(([type, given]) => [
    type,
    buildGroup(given.map((one) => buildItem({ watchDogId: `${type}-${one.productId}`, ...one }))),
  ]);
  const byId = new Map(products.map((product) => [product.productId, product]));
  return doNow(weigh({ issues: openIssuesByProduct(Object.fromEntries(groups)), byId, now }));
}

const idsOf = ({ top }: ReturnType<typeof look>) => top.map(({ product }) => product.productId);

test('rows are ranked by money: the dearest first, those with an unknown cost last', () => {
  const products = [selling('cheap', 500), selling('unpriced', null), selling('dear', 5000), selling('mid', 1000)];
  const found = look(products, { lostBuybox: products.map(({ productId }) => ({ productId })) });
  expect(idsOf(found)).toEqual(['dear', 'mid', 'cheap']);
  expect(found.atRisk).toMatchObject({ things: 4, unknown: 1 });
});

test('stock that lasts for some days is less urgent than an issue with the same cost today', () => {
  const products = [selling('lasts', 1000, { inStockQty: 140 }), selling('suspended', 800)];
  const found = look(products, { inventory: [{ productId: 'lasts' }], listingSuspended: [{ productId: 'suspended' }] });
  expect(idsOf(found)).toEqual(['suspended', 'lasts']);
});

test('alerts stand before warnings, and there are never more than three rows', () => {
  const products = ['1', '2', '3', '4', '5'].map((id) => selling(id, 1000));
  const found = look(products, {
    lostBuybox: [{ productId: '5' }],
    price: products.slice(0, 4).map(({ productId }) => ({ productId, status: 1 })),
  });
  expect(found.top.map(({ issue }) => issue.item.status)).toEqual([2, 1, 1]);
  expect(found.atRisk.things).toBe(1);
});

test('issues of one product share a row: the one that costs most is named', () => {
  const found = look([selling('1', 1000)], {
    badReview: [{ productId: '1', date: '2026-03-02T09:00:00Z' }],
    searchBan: [{ productId: '1' }],
    price: [{ productId: '1', status: 1 }],
  });
  expect(found).toMatchObject({ top: [{ issue: { type: 'searchBan' }, others: 2 }], atRisk: { things: 1 } });
  expect(restText(found)).toBe('That is all.');
});

test('issues that were seen or are in progress are not listed, but counted with the rest', () => {
  const products = ['1', '2', '3'].map((id) => selling(id, 1000));
  const found = look(products, {
    price: [
      { productId: '1', issueStatus: 1 },
      { productId: '2', issueStatus: 2 },
      { productId: '3', issueStatus: 3 },
    ],
  });
  expect(found.top).toEqual([]);
  expect(found.rest).toEqual({ alerts: 0, warnings: 0, inProgress: 1, seen: 1 });
});

test.each([
  [{ alerts: 3, warnings: 15, inProgress: 3, seen: 0 }, true, 'And 21 smaller: 3 alerts, 15 warnings, 3 in progress.'],
  [{ alerts: 1, warnings: 1, inProgress: 0, seen: 1 }, false, 'And 3 more: 1 alert, 1 warning, 1 seen.'],
  [{ alerts: 0, warnings: 0, inProgress: 0, seen: 0 }, true, 'That is all.'],
] as const)('the rest %j is one line', (rest, isRestSmaller, text) => {
  expect(restText({ rest, isRestSmaller })).toBe(text);
});

test('the rest is called smaller only when that is known', () => {
  const four = ['1', '2', '3', '4'];
  const priced = four.map((id) => selling(id, 1000));
  const alerts = { lostBuybox: four.map((productId) => ({ productId })) };
  expect(look(priced, alerts).isRestSmaller).toBe(true);
  expect(look([...priced.slice(1), selling('1', null)], alerts).isRestSmaller).toBe(false);
});

test('one unknown cost among several further alerts is enough not to call the rest smaller', () => {
  const five = ['1', '2', '3', '4', '5'];
  const products = five.map((id) => selling(id, id === '5' ? null : 1000));
  const found = look(products, { lostBuybox: five.map((productId) => ({ productId })) });

  expect(found.isRestSmaller).toBe(false);
});

test('a warning that costs more than the alerts in the rows is not called smaller', () => {
  const alerts = { lostBuybox: ['1', '2', '3'].map((productId) => ({ productId })) };
  const warned = (cents: number) =>
    look([...['1', '2', '3'].map((id) => selling(id, 1000)), selling('4', cents)], {
      ...alerts,
      salesDrop: [{ productId: '4', status: 1 }],
    });

  expect(warned(90_000).isRestSmaller).toBe(false);
  expect(warned(10).isRestSmaller).toBe(true);
});

const manyIds = Array.from({ length: 50 }, (_, index) => `${index}`);
/** Some issues cost the same, and the cost of some is unknown. */
const many = new Map(
  manyIds.map((id, index) => [id, selling(id, index % 7 === 0 ? null : 100 * (index % 5))] as const),
);
const some = fc.record({
  productId: fc.constantFrom(...manyIds),
  status: fc.constantFrom(0, 1, 2),
  issueStatus: fc.constantFrom(0, 0, 0, 1, 2, 3),
});
const step = fc.record({
  type: fc.constantFrom('lostBuybox' as const, 'price' as const),
  changed: fc.oneof(fc.array(some, { maxLength: 3 }), fc.array(some, { minLength: 30, maxLength: 60 })),
  /** How many of the first products are marked as seen before this step. */
  seen: fc.constantFrom(0, 0, 1, 20, 29),
  /** The list that a page reads in this step: mostly the current one, sometimes an older one again. */
  asksFor: fc.constantFrom('now', 'now', 'before', 'nothing'),
});

test('after any changes the list equals one that is computed from scratch', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
      const byId = new Map(many);
      const alerts = manyIds.map((productId) => buildItem({ productId, watchDogId: `lostBuybox-${productId}` }));
      let groups = { lostBuybox: buildGroup(alerts), price: buildGroup() };
      let issues = openIssuesByProduct(groups);
      let weighing: WeighedIssues | null = null;
      for (const { type, changed, seen, asksFor } of steps) {
        const before = { groups, issues };
        const first = weighing?.first.slice(0, seen).map(({ toDo }) => toDo.issue) ?? [];
        const marked = first.flatMap((issue) => (issue.type === type ? { ...issue.item, issueStatus: 1 } : []));
        const news = changed.map((one) => buildItem({ ...one, watchDogId: `${type}-${one.productId}` }));
        const all = [...Object.values(groups[type].items), ...marked, ...news];
        const items = new Map(all.map((one) => [one.watchDogId, one]));
        groups = { ...groups, [type]: buildGroup([...items.values()]) };
        issues = openIssuesAfter(issues, before.groups, groups);
        if (asksFor === 'nothing') continue;
        const asked = asksFor === 'now' ? { groups, issues } : before;
        weighing = weigh({ issues: asked.issues, byId, now }, weighing);
        const again = weigh({ issues: openIssuesByProduct(asked.groups), byId, now });
        expect(doNow(weighing)).toEqual(doNow(again));
      }
    }),
  );
});
