import { expect, test } from 'vitest';
import { causesOf, compareByCause, hasRelations, nearestCause } from './causes.ts';
import { watchdogOf, watchdogs } from './registry.ts';

const types = watchdogs.map(({ type }) => type);

test('no problem is its own cause, and each cause exists and has the words that stand behind "because"', () => {
  for (const { type, causedBy } of watchdogs) {
    expect([type, causesOf(type).has(type)]).toEqual([type, false]);
    for (const kind of causedBy?.kinds ?? []) {
      expect(watchdogOf(kind)?.asCause?.words ?? kind).toMatch(/^([a-z]|Prime)[^.]* [^.]*[^. ]$/);
    }
  }
});

test('the causes of a cause are causes, and each stands before its consequences', () => {
  const chains = types.flatMap((type) =>
    [...causesOf(type).keys()].flatMap((between) =>
      [...causesOf(between).keys()].map((cause) => [type, cause] as const),
    ),
  );

  expect(chains.filter(([type, cause]) => !causesOf(type).has(cause) || compareByCause(cause, type) >= 0)).toEqual([]);
});

test('a suspended listing may cost the add-to-cart button, the buy box, Prime and at last sales', () => {
  const chain = ['listingSuspended', 'noAddToCart', 'lostBuybox', 'prime', 'salesDrop'];

  expect(types.filter((type) => chain.includes(type)).toSorted(compareByCause)).toEqual(chain);
  expect([...causesOf('prime').keys()]).toEqual([
    'lostBuybox',
    'inventory',
    'noAddToCart',
    'numberOfSellers',
    'fbmInventory',
    'listingSuspended',
  ]);
  expect([hasRelations('prime'), hasRelations('badSellerFeedback')]).toEqual([true, false]);
});

test('a problem that causes no others, such as low stock, is the cause of none', () => {
  const drop = { type: 'salesDrop', mayCause: true };
  const causes = [true, false].map((mayCause) => nearestCause('salesDrop', [{ type: 'inventory', mayCause }, drop]));

  expect(causes).toEqual(['inventory', null]);
});
