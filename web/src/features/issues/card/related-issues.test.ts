import { expect, test } from 'vitest';
import { buildItem } from '../../../../testing/world-build.ts';
import { relatedIssuesText } from './related-issues.ts';

const details = { message: null, from: '1 other seller', to: '2 other sellers', evidence: [] };
const lost = { type: 'lostBuybox', item: buildItem({ watchDogId: 'lostBuybox-1' }) };
const sellers = {
  type: 'numberOfSellers',
  item: buildItem({ watchDogId: 'numberOfSellers-1', statusDetails: details }),
};
const keyword = {
  type: 'keyword',
  item: buildItem({
    watchDogId: 'keyword-1-7',
    settings: { keyword: 'cast iron pan', absoluteThreshold: 10 },
    statusDetails: { ...details, from: 'Position 8', to: 'Position 40' },
  }),
};
const price = { type: 'price', item: buildItem({ watchDogId: 'price-1' }) };

test.each([
  [[lost, sellers], 'Number of Sellers 1 other seller → 2 other sellers'],
  [[lost, sellers, price], 'Number of Sellers 1 other seller → 2 other sellers, and 1 more'],
  [[price, lost], 'Price Change Alert'],
  [[keyword, lost], 'Keyword Tracking “cast iron pan” Position 8 → Position 40'],
  [[lost], null],
  [undefined, null],
])('the other open issues of the product are named beside one of them', (issues, text) => {
  expect(relatedIssuesText(issues, 'lostBuybox-1')).toBe(text);
});
