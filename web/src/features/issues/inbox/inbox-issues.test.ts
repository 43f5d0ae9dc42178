import { expect, test } from 'vitest';
import { buildGroup, buildItem, buildProduct } from '../../../../testing/world-build.ts';
import { inboxIssues } from './inbox-issues.ts';

const shown = new Map(['1', '2', '3', '4', '5'].map((productId) => [productId, buildProduct({ productId })]));
const items = [
  buildItem({ productId: '1', status: 1 }),
  buildItem({ productId: '2' }),
  buildItem({ productId: '3', muted: true }),
  buildItem({ productId: '4', issueStatus: 3 }),
  buildItem({ productId: '5', status: 0 }),
  buildItem({ productId: 'filtered away' }),
];

test('the inbox has tabs for open, muted and done issues, each worst first', () => {
  const found = inboxIssues({ watchDogs: { price: buildGroup(items) }, shown });
  const idsOf = (tab: keyof typeof found) => found[tab].map(({ item }) => item.productId);
  expect({ open: idsOf('open'), muted: idsOf('muted'), done: idsOf('done') }).toEqual({
    open: ['2', '1'],
    muted: ['3'],
    done: ['4'],
  });
});

test('items of a preview are in no tab', () => {
  const found = inboxIssues({ watchDogs: { price: buildGroup(items, { status: 20 }) }, shown });
  expect(Object.values(found).flat()).toEqual([]);
});
