import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { countWorld } from '../counts.ts';
import { openIssuesAfter, openIssuesByProduct } from './open-issues.ts';
import { group, item, product } from '../../../testing/world-builders.ts';

const types = ['price', 'lostBuybox', 'keyword'];
const productIds = ['1', '2', '3'];
const found = fc.record({
  type: fc.constantFrom(...types),
  productId: fc.constantFrom(...productIds),
  own: fc.constantFrom('', '-1', '-2'),
  status: fc.constantFrom(0, 1, 2),
  issueStatus: fc.constantFrom(0, 1, 3),
  day: fc.constantFrom('01', '02'),
});
const kind = fc.record({ type: fc.constantFrom(...types), status: fc.constantFrom(0, 20, 21) });
const changes = fc.array(fc.oneof({ weight: 4, arbitrary: found }, { weight: 1, arbitrary: kind }), { maxLength: 6 });

test('after any changes, open issues and counts equal those computed from scratch', () => {
  fc.assert(
    fc.property(fc.array(changes, { maxLength: 6 }), (steps) => {
      const products = productIds.map((id) => product(id));
      const byId = new Map(products.map((one) => [one.productId, one]));
      let groups = Object.fromEntries(types.map((type) => [type, group()]));
      let issues = openIssuesByProduct(groups);
      for (const step of steps) {
        const before = groups;
        for (const change of step) groups = { ...groups, [change.type]: changed(groups[change.type], change) };
        issues = openIssuesAfter(issues, before, groups);

        const copied = structuredClone(groups);
        expect(new Map(issues)).toEqual(new Map(openIssuesByProduct(copied)));
        const counts = countWorld({ products, watchDogs: groups }, byId);
        expect(counts).toEqual(countWorld({ products, watchDogs: copied }));
        expect(counts.productsWithIssues).toBe(issues.size);
        expect(counts.openIssues).toBe([...issues.values()].flat().length);
      }
    }),
  );
});

type Change = typeof changes extends fc.Arbitrary<(infer C)[]> ? C : never;

function changed(before = group(), change: Change) {
  if (!('own' in change)) return { ...before, status: change.status };
  const { type, productId, own, status, issueStatus, day } = change;
  const one = item(`${type}-${productId}${type === 'keyword' ? own : ''}`, {
    status,
    issueStatus,
    date: `2026-03-${day}T08:00:00.000Z`,
  });
  return group([...Object.values(before.items).filter((other) => other.watchDogId !== one.watchDogId), one], {
    status: before.status,
  });
}

test('a product whose issues are the same keeps the same list object', () => {
  const [first, second] = [group([item('price-1'), item('price-2')]), group([item('lostBuybox-2')])];
  const before = openIssuesByProduct({ first, second });

  const after = openIssuesAfter(before, { first, second }, { first, second: group() });

  expect(after.get('1')).toBe(before.get('1'));
  expect(after.get('2')).toHaveLength(1);
  expect(openIssuesAfter(after, { first }, { first: { ...first } })).toBe(after);
});
