import { expect, test } from 'vitest';
import { buildItem } from '../../../../testing/world-build.ts';
import { relatedIssuesText } from './related-issues.ts';

const details = { message: null, from: '1 other seller', to: '2 other sellers', evidence: [] };
const lost = { type: 'lostBuybox', item: buildItem({ watchDogId: 'lostBuybox-1' }) };
const sellers = {
  type: 'numberOfSellers',
  item: buildItem({ watchDogId: 'numberOfSellers-1', statusDetails: details }),
};
const price = { type: 'price', item: buildItem({ watchDogId: 'price-1' }) };

test.each([
  [[lost, sellers], 'Number of Sellers 1 other seller → 2 other sellers'],
  [[lost, sellers, price], 'Number of Sellers 1 other seller → 2 other sellers, and 1 more'],
  [[price, lost], 'Price Change Alert'],
  [[lost], null],
  [undefined, null],
])('the other open issues of the product are named beside one of them', (issues, text) => {
  expect(relatedIssuesText(issues, 'lostBuybox-1')).toBe(text);
});
