import { expect, test } from 'vitest';
import { buildGroup, buildItem } from '../../../../testing/world-build.ts';
import { currentTargets } from './selection.ts';

test('selected items are changed in their current state, and missing ones are left out', () => {
  const known = buildItem({ watchDogId: 'price-1', productId: '1' });
  const keyword = buildItem({ watchDogId: 'keyword-1-7', productId: '1' });
  const targets = new Map(
    [known, keyword, buildItem({ watchDogId: 'price-2', productId: '2' })].map((item) => [
      item.watchDogId,
      { watchDogId: item.watchDogId, item, name: item.watchDogId },
    ]),
  );
  const seen = { ...known, issueStatus: 1 };
  const current = currentTargets(targets, { price: buildGroup([seen]), keyword: buildGroup([keyword]) });
  expect(current.map(({ item }) => item)).toEqual([seen, keyword]);
});
